import { sharedLength } from "./sections.ts"

/** How much of a story the built-in demo writer has written. */
const DEMO_SHARES = ["whole", "part"] as const
export type DemoShare = (typeof DEMO_SHARES)[number]

/** Reads a share from a form, a row or the browser's storage; anything else tells nothing of the demo. */
export function readDemoShare(value: unknown): DemoShare | undefined {
  return DEMO_SHARES.find((share) => share === value)
}

/** The demo's share of a story to which the demo, or a model, adds what the request asks for. */
export function demoShare(
  { demo, existing, paragraph }: { demo?: DemoShare | undefined; existing: string; paragraph?: unknown },
  isDemo: boolean,
): DemoShare | undefined {
  const added = isDemo ? "whole" : undefined
  return existing === "" && !paragraph ? added : together(demo, added)
}

/**
 * The demo's share of a text that takes the place of a novel's. What it keeps of that keeps its mark, also where the
 * text came from a form that did not know it; a text with another beginning keeps nothing.
 */
export function grownShare(novel: MarkedText, grown: MarkedText): DemoShare | undefined {
  const keeps = sharedLength(novel.content.trim(), grown.content) > 0
  return keeps ? together(novel.demo, grown.demo) : grown.demo
}

interface MarkedText {
  content: string
  demo: DemoShare | undefined
}

function together(one: DemoShare | undefined, other: DemoShare | undefined): DemoShare | undefined {
  return one === other ? one : "part"
}
