/**
 * The implicit label of AI-written content, as the JSON value of `AIGC` (GB 45438-2025, appendix E). `Label` 1
 * marks the text as AI-written; the other fields name who produced it, who distributes it, and its id. The result
 * is ASCII, so that it is also valid as a header value. We sign nothing, so the reserved fields stay empty.
 */
export function aiMetadata(service: string, contentId: string): string {
  const fields = {
    Label: "1",
    ContentProducer: service,
    ProduceID: contentId,
    ReservedCode1: "",
    ContentPropagator: service,
    PropagateID: contentId,
    ReservedCode2: "",
  }
  return JSON.stringify(fields).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
