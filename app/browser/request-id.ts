/** The request id of the last page or loader data, from its `Server-Timing` header; empty on the server. */
export function lastRequestId(): string {
  if (typeof window === "undefined") return ""
  const isData = ({ name }: PerformanceEntry) => new URL(name).pathname.endsWith(".data")
  const answers = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource").filter(isData),
  ] as PerformanceResourceTiming[]
  const timings = answers.at(-1)?.serverTiming ?? []
  return timings.find(({ name }) => name === "request")?.description ?? ""
}
