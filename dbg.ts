import { variedScenario } from "./tests/support/scripted-upstream-variation.ts"
import { scenarioNamed, SCENARIOS } from "./tests/support/scripted-upstream-scenarios.ts"
import { writeWithUpstream } from "./tests/support/scripted-upstream-run.ts"
import { storyText } from "./tests/support/scripted-upstream-prose.ts"
import { beatCountFor } from "#app/server/writing/plan.server.ts"
import { accountFor } from "./bench/writing-account.ts"
const [name, len, mode, seed] = process.argv.slice(2)
const sc = scenarioNamed(name!)
const length = Number(len) as 1
const at = SCENARIOS.indexOf(sc) * 10 + length * 2 + (mode === "cont" ? 1 : 0)
const s = Number(seed) * 10_007 + at * 31
const v = variedScenario(sc, s, beatCountFor(length * 2000))
const novel = await writeWithUpstream(v, { length, existing: mode === "cont" ? storyText(s, 1500) : "" })
const acc = accountFor(novel)
console.log(acc, novel.end, novel.share)
const n = Number(/\(call (\d+)/.exec(acc.firstLost ?? "")?.[1] ?? 0)
const t = novel.taken[n]!
console.log("TAKEN", n, t.ended, t.at, t.text.length, "…", JSON.stringify(t.text.slice(-200)))
const next = novel.taken[n + 1]?.at ?? novel.text.length
console.log("HELD", JSON.stringify(novel.text.slice(t.at, t.at + 120)), "…", JSON.stringify(novel.text.slice(next - 200, next)), "NEXT", JSON.stringify(novel.text.slice(next, next + 80)))
