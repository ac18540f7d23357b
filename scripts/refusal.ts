/** A request that is not possible. The operator sees its message as it is. */
export class Refusal extends Error {
  override name = "Refusal"
}
