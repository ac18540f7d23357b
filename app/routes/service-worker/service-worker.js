// Keeps the public novels that were opened, and shows them when there is no network. It keeps nothing else: only
// answers that the server calls public, which pages of an account and of adult novels never are.
const PAGES = "novels"
const FILES = "files"
const NOVELS_MAX = 30
/** On a kept page: the paths of its style sheet and scripts. */
const FILES_HEADER = "X-Kept-Files"
const OFFLINE_PAGE = "/offline"
const NOVEL_PATH = /^\/shared\/[^/]+$/
/** A stream is a page that stays open; it passes untouched. */
const STREAM_PATH = /^\/generations\//

self.addEventListener("install", (event) => {
  self.skipWaiting()
  event.waitUntil(keepOfflinePage())
})

self.addEventListener("activate", (event) => event.waitUntil(begin()))

self.addEventListener("message", (event) => event.waitUntil(refresh(event.data.keep)))

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== self.location.origin || STREAM_PATH.test(pathname)) return
  if (request.mode === "navigate") event.respondWith(openPage(event))
  else if (["style", "script"].includes(request.destination)) event.respondWith(openFile(request))
})

async function begin() {
  // Otherwise each page would wait until the worker has started.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function openPage(event) {
  const { request } = event
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    if (NOVEL_PATH.test(new URL(request.url).pathname))
      event.waitUntil(remember(request.url, response.clone()))
    return response
  } catch {
    return (await kept(PAGES, request.url)) ?? (await kept(FILES, OFFLINE_PAGE)) ?? Response.error()
  }
}

async function openFile(request) {
  try {
    return await fetch(request)
  } catch {
    return (await kept(FILES, request.url)) ?? Response.error()
  }
}

/** Keeps a novel's page, or forgets what is no longer there to read. A server in trouble changes nothing. */
async function remember(url, response) {
  if (response.status >= 500) return
  if (!response.ok) return forget(url)
  if (isPublic(response)) return keep(url, response)
  // Somebody is logged in, or the novel is for adults: a stranger's page tells which.
  return refresh(url)
}

async function refresh(url) {
  const { origin, pathname } = new URL(url)
  if (origin !== self.location.origin || !NOVEL_PATH.test(pathname)) return
  const response = await fetch(url, { credentials: "omit" })
  if (response.status >= 500) return
  if (response.ok && isPublic(response)) await keep(url, response)
  else await forget(url)
}

function isPublic(response) {
  return /\bpublic\b/.test(response.headers.get("Cache-Control") ?? "")
}

async function keep(url, response) {
  const page = await response.text()
  const files = filesOf(page)
  const pages = await caches.open(PAGES)
  // Deleted first, so that the list begins with what was opened longest ago.
  await pages.delete(url)
  await pages.put(url, keptCopy(page, files, response))
  for (const { url: oldest } of (await pages.keys()).slice(0, -NOVELS_MAX)) await pages.delete(oldest)
  await keepFiles(files)
  await dropFiles()
}

/** The page as it was, with the mark by which it says that it is a kept copy. */
function keptCopy(page, files, { headers }) {
  return new Response(page.replace("<html", "<html data-kept"), {
    headers: {
      "Content-Type": headers.get("Content-Type"),
      "Content-Security-Policy": headers.get("Content-Security-Policy"),
      [FILES_HEADER]: files.join(" "),
    },
  })
}

async function forget(url) {
  const pages = await caches.open(PAGES)
  await pages.delete(url)
}

async function keepOfflinePage() {
  const response = await fetch(OFFLINE_PAGE, { credentials: "omit", cache: "reload" })
  if (!response.ok) throw new Error(`the offline page answered ${response.status}`)
  const page = await response.text()
  const paths = filesOf(page)
  const files = await caches.open(FILES)
  await files.put(OFFLINE_PAGE, keptCopy(page, paths, response))
  await keepFiles(paths)
}

/** The style sheet and script of a page. A new release has others, and the kept pages still name the old ones. */
function filesOf(page) {
  return Array.from(page.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g), ([, path]) => path)
}

async function keepFiles(paths) {
  const files = await caches.open(FILES)
  for (const path of paths) if (!(await files.match(path))) await files.add(path)
}

/** Drops what no kept page names any more: each release has files of its own. */
async function dropFiles() {
  const [pages, files] = [await caches.open(PAGES), await caches.open(FILES)]
  const kept = [await files.match(OFFLINE_PAGE), ...(await pages.matchAll())]
  const named = new Set([
    OFFLINE_PAGE,
    ...kept.flatMap((page) => page?.headers.get(FILES_HEADER).split(" ") ?? []),
  ])
  for (const { url } of await files.keys()) if (!named.has(new URL(url).pathname)) await files.delete(url)
}

async function kept(name, url) {
  const cache = await caches.open(name)
  return cache.match(url)
}
