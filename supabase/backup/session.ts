/** One connection to a database, for one caller at a time. */
export interface Session {
  query<Row extends object>(statement: string): Promise<Row[]>
  /** The rows as Postgres' COPY writes them: one line each. */
  copyOut(statement: string): AsyncIterable<Uint8Array>
  copyIn(statement: string, content: AsyncIterable<Uint8Array>): Promise<void>
}
