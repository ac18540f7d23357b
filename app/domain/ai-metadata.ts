/**
 * The implicit label of AI-written content, as JSON under the name `AIGC` (GB 45438-2025, appendix E): `Label` 1
 * says that it is, the others who made it and who passes it on, and under which number. ASCII alone, so that it
 * is a header's value too. The reserved fields are for signatures that nobody here makes.
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
