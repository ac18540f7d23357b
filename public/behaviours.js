// The small behaviours of pages that ship no framework script, found by attribute.
{
  const COPIED_LABEL_MS = 1_200
  let timer

  function say(button, words) {
    button.dataset.label ??= button.textContent
    button.textContent = words
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = button.dataset.label
    }, COPIED_LABEL_MS)
  }

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null
    if (!button) return
    const { copy, copied, failed } = button.dataset
    const text = [...document.querySelectorAll(copy)].map((part) => part.value ?? part.textContent).join("\n")
    say(button, (await toClipboard(text)) ? copied : failed)
  })

  for (const field of document.querySelectorAll("[data-selects]")) {
    field.addEventListener("focus", () => field.select())
  }

  // Hands a link to another program, where the browser can.
  for (const button of document.querySelectorAll("[data-shares]")) {
    const { shares, failed } = button.dataset
    button.hidden = typeof navigator.share !== "function"
    button.addEventListener("click", () => {
      navigator.share({ url: shares }).catch(({ name }) => name !== "AbortError" && say(button, failed))
    })
  }

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
    const focused = document.activeElement
    const field = document.createElement("textarea")
    field.value = text
    document.body.append(field)
    field.select()
    const works = document.execCommand("copy")
    field.remove()
    focused?.focus({ preventScroll: true })
    return works
  }
}

// The settings of reading show as they are chosen. If they cannot be sent, the form's own button stays.
for (const form of document.querySelectorAll(".reading-settings")) {
  const button = form.querySelector("button")
  const problem = form.querySelector("[role=alert]")
  button.hidden = true
  form.addEventListener("change", async ({ target }) => {
    document.documentElement.dataset[target.name] = target.value
    const body = new URLSearchParams(new FormData(form))
    body.set("stay", "")
    const answer = await fetch(form.action, { method: "POST", body, keepalive: true }).catch(() => null)
    const isKept = answer?.ok ?? false
    button.hidden = isKept
    problem.hidden = isKept
  })
}

// The menus of the reader's bar.
{
  const close = (stays) => {
    for (const menu of document.querySelectorAll(".reader-tool[open]")) {
      if (!stays?.(menu)) menu.open = false
    }
  }
  document.addEventListener("click", ({ target }) => {
    const leads = target instanceof Element && target.closest(".reader-pop a")
    close((menu) => menu.contains(target) && !leads)
  })
  document.addEventListener("keydown", ({ key }) => {
    const open = document.querySelector(".reader-tool[open] > summary")
    if (key !== "Escape" || !open) return
    close()
    open.focus()
  })
}

// The list of chapters marks the one that is being read: the last whose heading has reached the upper part of the screen.
{
  const UPPER_PART = 0.4
  const links = [...document.querySelectorAll(".reader-chapters a")]
  // A part may begin within a chapter, which the server has marked.
  const begun = links.filter((link) => link.hasAttribute("aria-current"))
  const heads = new Map()
  for (const link of links.filter((link) => link.getAttribute("href").startsWith("#"))) {
    const head = document.getElementById(link.hash.slice(1))
    if (head) heads.set(head, [...(heads.get(head) ?? []), link])
  }
  const mark = () => {
    const all = [...heads.keys()]
    const head = all.findLast((one) => one.getBoundingClientRect().top < innerHeight * UPPER_PART)
    const current = heads.get(head) ?? (begun.length > 0 ? begun : heads.get(all[0]))
    for (const link of links) {
      if (current.includes(link)) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
  }
  const observer = new IntersectionObserver(mark, { rootMargin: `0px 0px -${100 - UPPER_PART * 100}% 0px` })
  for (const head of heads.keys()) observer.observe(head)
}

// Where the reader was in a novel is kept on this device, and offered when they come back.
{
  const KEY = "reading-positions"
  const MAX_NOVELS = 100
  const WRITE_AFTER_MS = 300
  const story = document.querySelector("[data-novel]")
  const offer = document.querySelector("[data-resume]")
  if (story && offer) keepPosition(story.dataset)

  function keepPosition({ novel, starts, total, letters }) {
    const firsts = starts.split(" ").map(Number)
    const found = positions().find(([id]) => id === novel)
    // A text that has only grown still has its former paragraphs where they were.
    const isSame = found && found[2] <= Number(letters)
    if (isSame && found[1] > 0 && location.hash === "") show(found)
    let timer
    addEventListener("scroll", () => {
      clearTimeout(timer)
      timer = setTimeout(note, WRITE_AFTER_MS)
    })
    addEventListener("pagehide", note)

    function note() {
      // Until they have gone on for a screen, a reader may still take the offer.
      if (!offer.hidden && scrollY < innerHeight) return
      offer.hidden = true
      const paragraph = paragraphInView()
      if (scrollY === 0 || !paragraph) return
      const others = positions().filter(([id]) => id !== novel)
      const own = [novel, Number(paragraph.id.slice(1)), Number(letters)]
      try {
        localStorage.setItem(KEY, JSON.stringify([own, ...others].slice(0, MAX_NOVELS)))
      } catch {
        // The device's storage is full or closed: it remembers nothing.
      }
    }

    function show([, paragraph]) {
      const part = firsts.findLastIndex((first) => first <= paragraph) + 1
      const link = offer.querySelector("a")
      const isHere = document.getElementById(`p${paragraph}`) !== null
      link.href = `${isHere ? "" : partPath(part)}#p${paragraph}`
      link.textContent = offer.dataset.resume.replace(
        "{percent}",
        String(Math.round((paragraph / total) * 100)),
      )
      link.addEventListener("click", () => {
        offer.hidden = true
      })
      offer.hidden = false
    }

    function partPath(part) {
      return part > 1 ? `${location.pathname}?part=${part}` : location.pathname
    }
  }

  function paragraphInView() {
    const top = document.querySelector(".reader-bar").getBoundingClientRect().bottom
    const all = [...story.querySelectorAll("p")]
    return all.find((paragraph) => paragraph.getBoundingClientRect().bottom > top)
  }

  // What stands in the storage may be anything.
  function positions() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]")
      return kept.filter(([id, ...numbers]) => typeof id === "string" && numbers.every(Number.isSafeInteger))
    } catch {
      return []
    }
  }
}
