// The small behaviours of pages that ship no framework script: one listener, found by attribute.
{
  const COPIED_LABEL_MS = 1_200

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null
    if (!button) return
    const { copy, copied, failed } = button.dataset
    const label = button.textContent
    const text = [...document.querySelectorAll(copy)].map((part) => part.textContent).join("\n")
    const works = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    button.textContent = works ? copied : failed
    setTimeout(() => {
      button.textContent = label
    }, COPIED_LABEL_MS)
  })
}
