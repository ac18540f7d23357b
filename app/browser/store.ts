import { useSyncExternalStore } from "react"

/**
 * A value outside of React. On the server and while a page hydrates, components see the first one. `onUse` runs when
 * the first component uses it, and the function that it returns when the last one leaves.
 */
export function createStore<Value>(first: Value, onUse: () => () => void = () => () => {}) {
  let value = first
  let onLeave = () => {}
  const listeners = new Set<() => void>()
  const read = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (listeners.size === 1) onLeave = onUse()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) onLeave()
    }
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
