import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** The network between the application and its database, which a test can break and repair. */
export interface DatabaseLink {
  /** The database's address through this link. */
  url: string
  /** Whether a connection through it is open. */
  isUsed(): boolean
  /** Simulates a stopped PostgreSQL: connections end, and new ones are refused. */
  cut(): Promise<void>
  /** Simulates a frozen PostgreSQL or machine: connections stay, and no data passes. */
  hang(): void
  /** Simulates a machine that was replaced at its address: old connections stay silent, new ones work. */
  vanish(): void
  /** Simulates an address that moves: new connections lead to another database, existing ones stay. */
  moveTo(databaseUrl: string): void
  /** Ends `cut` and `hang`. */
  mend(): Promise<void>
  close(): Promise<void>
}

export async function linkToDatabase(databaseUrl: string): Promise<DatabaseLink> {
  let target = new URL(databaseUrl)
  /** Each socket with its counterpart. */
  const sockets = new Map<Socket, Socket>()
  let isHanging = false

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(from, to)
      if (!isHanging) from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })

  const port = await listen(server)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`

  async function cut(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets.keys()) socket.destroy()
    await closed
  }

  return {
    url: url.href,
    isUsed: () => sockets.size > 0,
    cut,
    hang() {
      isHanging = true
      for (const socket of sockets.keys()) socket.unpipe()
    },
    vanish() {
      for (const socket of sockets.keys()) socket.unpipe()
    },
    moveTo(other) {
      target = new URL(other)
    },
    async mend() {
      isHanging = false
      for (const [from, to] of sockets) from.pipe(to)
      if (!server.listening) await listen(server, '127.0.0.1', port)
    },
    close: cut,
  }
}
