import { parentPort } from "node:worker_threads"
import { doScanWork, type ScanJob } from "./scan-work.server.ts"

parentPort?.on("message", (job: ScanJob) => parentPort?.postMessage(doScanWork(job)))
