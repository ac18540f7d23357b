{
  const { nonce, dataset } = document.currentScript
  const root = document.documentElement
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "input", "scroll"]

  const run = () => {
    const script = document.createElement("script")
    document.head.append(Object.assign(script, { type: "module", nonce, text: dataset.program }))
  }
  const get = async (address) => (await fetch(address)).arrayBuffer()
  const load = () => Promise.all(dataset.modules.split(" ").map(get)).then(run, () => setTimeout(load, 5_000))
  const start = ({ type, movementX, movementY }) => {
    // A page that opens under a pointer gets a move that is none.
    if (type === "pointermove" && !movementX && !movementY) return
    for (const sign of signs) removeEventListener(sign, start, true)
    setTimeout(() => delete root.dataset.rests, 3_000)
    load()
  }

  let kept = 0
  try {
    kept = localStorage.length
  } catch {
    // It is forbidden, so nothing is kept in it.
  }
  if (kept > 0) run()
  else {
    root.dataset.rests = ""
    for (const sign of signs) addEventListener(sign, start, true)
  }
}
