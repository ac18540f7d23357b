/** What the embedded backend tells the process that started it. */
export type BackendMessage =
  | { type: "ready"; url: string; publishableKey: string; secretKey: string; sessionSecret: string }
  /** Another process works on this folder; nothing was changed. */
  | { type: "in-use"; dataDir: string }
