import { EMPTY_MEMORY } from "#app/domain/memory/story-memory.ts"
import { ActiveGeneration } from "#app/server/generation/active-generation.server.ts"
import { requestFor } from "./upstream/run.ts"

/** A generation that nobody has begun to write, without a row in a database. */
export function newGeneration(request = requestFor({})): ActiveGeneration {
  return new ActiveGeneration({
    id: "id",
    owner: "owner",
    key: "key",
    request,
    slots: [],
    memory: EMPTY_MEMORY,
  })
}
