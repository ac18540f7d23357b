// Script is on, but on a weak line it may come late or never. Until the page is alive, this asks every
// few seconds whether the server can be reached, and then goes to the page that grows without script.
{
  const RETRY_MS = 5_000
  const { live } = document.currentScript.dataset

  const check = () => {
    if ("hydrated" in document.documentElement.dataset) return
    fetch("/healthz", { cache: "no-store" }).then(
      () => location.replace(live),
      () => setTimeout(check, RETRY_MS),
    )
  }
  setTimeout(check, RETRY_MS)
}
