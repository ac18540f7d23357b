/** The processor time, in milliseconds, that this thread spends on `work`: a busy machine does not change it. */
export function processorMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
