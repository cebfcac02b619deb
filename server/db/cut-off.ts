import type pg from 'pg'

/** Closes a connection at once: `end` would wait for an answer. */
export function cutOff(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
