import { parentPort } from "node:worker_threads"
import { type Scan, scanTexts } from "#app/domain/ban/scan.ts"

parentPort?.on("message", (scan: Scan) => parentPort?.postMessage(scanTexts(scan)))
