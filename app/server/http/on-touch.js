{
  const { nonce, dataset } = document.currentScript
  const root = document.documentElement
  const signs = "pointermove pointerdown touchstart keydown click focusin input scroll storage".split(" ")

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

  // What was typed and not sent, if the page goes before its script is there to keep it.
  let isSent = false
  const leave = () => {
    const fields = [...document.querySelectorAll("textarea:not([hidden])")]
    const typed = fields.filter((field) => field.value !== field.defaultValue)
    if (isSent || "hydrated" in root.dataset || typed.length === 0) return
    const { pathname, search } = location
    const left = { at: pathname + search, typed: typed.map(({ name, value }) => [name, value]) }
    try {
      localStorage.setItem("earlyTyping", JSON.stringify(left))
    } catch {
      // Forbidden or full: then only the browser itself may still have it.
    }
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
    addEventListener("pagehide", leave)
    addEventListener("submit", () => {
      isSent = true
    })
  }
}
