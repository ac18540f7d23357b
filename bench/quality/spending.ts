import type { Price } from "./config.ts"

/** What one endpoint was asked, in this start alone. Tokens are the endpoint's own count where it gives one. */
export interface Spending {
  calls: number
  tokensIn: number
  tokensOut: number
  /** Answers that an earlier start had stored. */
  reused: number
  /** Answers that did not come, and answers not asked for because the endpoint kept failing. */
  failed: number
  skipped: number
}

export function newSpending(): Spending {
  return { calls: 0, tokensIn: 0, tokensOut: 0, reused: 0, failed: 0, skipped: 0 }
}

/** Adds a call, or several with their tokens in all. */
export function spend(spending: Spending, tokensIn: number, tokensOut: number, calls = 1): void {
  spending.calls += calls
  spending.tokensIn += tokensIn
  spending.tokensOut += tokensOut
}

/** The price of these tokens; null when no price is given. */
export function moneyFor({ tokensIn, tokensOut }: Spending, price: Price | undefined): number | null {
  return price ? (tokensIn * price.in + tokensOut * price.out) / 1_000_000 : null
}

/** Estimates tokens on the safe side: one per Chinese character or mark, 0.3 per any other. */
export function tokensOf(text: string): number {
  const others = text.match(/[\x20-\x7e\n]/g)?.length ?? 0
  return [...text].length - others + Math.ceil(others * 0.3)
}
