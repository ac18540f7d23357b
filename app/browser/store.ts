import { useSyncExternalStore } from "react"

/** A value outside of React. On the server and while a page hydrates, components see the first one. */
export function createStore<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  const read = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    read,
    /** Replaces the value and renders its components again. */
    publish(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    useValue: () => useSyncExternalStore(subscribe, read, () => first),
  }
}
