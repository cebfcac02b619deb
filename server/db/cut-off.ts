import type pg from 'pg'

/** Closes a connection at once: `end` would wait for an answer. */
export function cutOff({ connection }: pg.Client): void {
  connection.stream.destroy()
}
