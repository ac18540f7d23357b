/** The result of an operation. Expected failures are words; all other errors are thrown. */
export type Outcome<Value, Failure extends string> =
  | { ok: true; value: Value }
  | {
      ok: false
      failure: Failure
      /** When the visitor may try again, if that is known. */
      waitSeconds?: number
    }

/** A successful outcome. */
export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** A failed outcome. */
export function refusal<Failure extends string>(
  failure: Failure,
  waitSeconds?: number,
): { ok: false; failure: Failure; waitSeconds?: number } {
  return { ok: false, failure, waitSeconds }
}
