/** What may be expected to go wrong is a word; everything else is thrown. */
export type Outcome<Value, Failure extends string> =
  | { ok: true; value: Value }
  | { ok: false; failure: Failure }

export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refusal<Failure extends string>(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure }
}
