/** Whether a page has the framework's script: none of its routes has a `handle` that says `script: false`. */
export function isScripted(handles: readonly unknown[]): boolean {
  return handles.every((handle) => (handle as { script?: boolean } | undefined)?.script !== false)
}
