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

  // It stands in place of a page that could not be opened, under that page's address.
  document.querySelector("[data-reload]")?.addEventListener("click", () => location.reload())

  for (const counter of document.querySelectorAll("[data-counts]")) {
    const field = document.getElementById(counter.dataset.counts)
    const count = () => {
      counter.textContent = `${[...field.value].length} / ${counter.dataset.limit}`
    }
    field.addEventListener("input", count)
    count()
  }

  // Over an address without encryption, browsers offer neither service workers nor caches.
  if ("serviceWorker" in navigator) {
    addEventListener("load", keepForOffline)
    for (const list of document.querySelectorAll("[data-kept-novels]")) listKeptNovels(list)
  }

  async function keepForOffline() {
    const { serviceWorker } = navigator
    // Read first: a new worker takes over the page that brought it.
    const { controller } = serviceWorker
    await serviceWorker.register("/service-worker.js")
    if (controller) return
    const { active } = await serviceWorker.ready
    active.postMessage({ keep: location.href })
  }

  async function listKeptNovels(list) {
    const cache = await caches.open("novels")
    for (const { url } of (await cache.keys()).reverse()) {
      const page = await (await cache.match(url)).text()
      const link = document.createElement("a")
      link.href = url
      link.textContent = new DOMParser().parseFromString(page, "text/html").querySelector("h1").textContent
      list.append(inItem(link))
    }
    if (!list.hasChildNodes()) list.append(inItem(list.dataset.keptNovels))
  }

  function inItem(content) {
    const item = document.createElement("li")
    item.append(content)
    return item
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
