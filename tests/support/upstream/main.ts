import { startScriptedUpstream } from "./scripted-upstream.ts"

/**
 * Runs the upstream alone for browser tests; reads PORT, SCENARIO and CHARACTERS_PER_SECOND from the
 * environment.
 */
const { PORT = "0", SCENARIO = "well", CHARACTERS_PER_SECOND = "400" } = process.env
const upstream = await startScriptedUpstream(SCENARIO, {
  port: Number(PORT),
  charactersPerSecond: Number(CHARACTERS_PER_SECOND),
})
console.log(`scripted upstream "${SCENARIO}" at ${upstream.url}`)
