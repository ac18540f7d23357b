import { parentPort } from "node:worker_threads"
import { type Scan, scanTexts } from "../../domain/content-scan.ts"

parentPort?.on("message", (scan: Scan) => parentPort?.postMessage(scanTexts(scan)))
