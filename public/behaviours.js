// The small behaviours of pages that ship no framework script: one listener, found by attribute.
{
  const COPIED_LABEL_MS = 1_200
  let timer

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null
    if (!button) return
    const { copy, copied, failed } = button.dataset
    button.dataset.label ??= button.textContent
    const text = [...document.querySelectorAll(copy)].map((part) => part.textContent).join("\n")
    button.textContent = (await toClipboard(text)) ? copied : failed
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = button.dataset.label
    }, COPIED_LABEL_MS)
  })

  for (const counter of document.querySelectorAll("[data-counts]")) {
    const field = document.getElementById(counter.dataset.counts)
    const count = () => {
      counter.textContent = `${[...field.value].length} / ${counter.dataset.limit}`
    }
    field.addEventListener("input", count)
    count()
  }

  async function toClipboard(text) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return selectAndCopy(text)
    }
  }

  // For addresses without encryption, where browsers keep the clipboard's own interface away.
  function selectAndCopy(text) {
    const field = document.createElement("textarea")
    field.value = text
    document.body.append(field)
    field.select()
    const works = document.execCommand("copy")
    field.remove()
    return works
  }
}
