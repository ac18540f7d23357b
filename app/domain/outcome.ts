/** What may be expected to go wrong is a word; everything else is thrown. */
export type Outcome<Value, Failure extends string> =
  | { ok: true; value: Value }
  | {
      ok: false
      failure: Failure
      /** After how long it may be tried again, where that is known. */
      waitSeconds?: number
    }

export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refusal<Failure extends string>(
  failure: Failure,
  waitSeconds?: number,
): { ok: false; failure: Failure; waitSeconds?: number } {
  return { ok: false, failure, waitSeconds }
}
