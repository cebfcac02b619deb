import { sql } from 'kysely'
import pg from 'pg'
import { batched } from '../batch.ts'
import type { Db } from './connect.ts'

/** One thing that happened, for whoever listens to its topic. */
interface Signal {
  topic: string
  /** An id, or a few values as text. */
  payload: string
}

/**
 * Tells every process of the site what has just been committed, over the database's LISTEN/NOTIFY. Signals make things
 * quick, never right: one may be lost when the database or a process goes away, so whoever listens must also look by
 * itself now and then, and is called with `resync` when some may have been missed.
 */
export interface Signals {
  /** Call it after the commit. Listeners of this process hear it before this returns, those of others in milliseconds. */
  send(topic: string, payload: string): void
  /** @returns Stops listening. */
  on(topic: string, listener: (payload: string) => void, resync?: () => void): () => void
  stop(): Promise<void>
}

const CHANNEL = 'reverie'
/** PostgreSQL takes 8,000 bytes. */
const MESSAGE_MAX_LENGTH = 7_000
const RECONNECT_MS = 500

interface Listener {
  topic: string
  hear: (payload: string) => void
  resync: (() => void) | undefined
}

export async function startSignals(databaseUrl: string, db: Db): Promise<Signals> {
  const listeners = new Set<Listener>()
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  /** PostgreSQL tells a connection what it sent itself; a signal of ours was heard when it was sent. */
  const self = crypto.randomUUID()

  const hear = ({ topic, payload }: Signal) => {
    for (const listener of listeners) if (listener.topic === topic) listener.hear(payload)
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true })
    next.on('notification', ({ payload }) => {
      const { from, signals } = JSON.parse(payload ?? '{}') as { from?: string; signals?: Signal[] }
      if (from !== self) for (const signal of signals ?? []) hear(signal)
    })
    next.on('error', () => {})
    next.on('end', listenAgain)
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
  }

  function listenAgain(): void {
    client = undefined
    if (isStopped) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      void listen()
        .then(() => listeners.forEach(({ resync }) => resync?.()))
        .catch(listenAgain)
    }, RECONNECT_MS)
  }

  // Apart from the transactions that cause them: a transaction that notifies commits alone, one after another.
  const notify = batched<Signal, void>(
    async (signals) => {
      for (const message of asMessages(self, signals)) {
        await sql`select pg_notify(${CHANNEL}, ${message})`.execute(db)
      }
      return []
    },
    { atOnce: 1, maxItems: 1_000 },
  )

  await listen()
  return {
    send(topic, payload) {
      hear({ topic, payload })
      // The database being away is reported by what needs it more.
      notify({ topic, payload }).catch(() => {})
    },
    on(topic, listener, resync) {
      const entry = { topic, hear: listener, resync }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

function asMessages(from: string, signals: Signal[]): string[] {
  const messages: string[] = []
  let gathered: Signal[] = []
  let length = 0
  const close = () => {
    if (gathered.length > 0) messages.push(JSON.stringify({ from, signals: gathered }))
    gathered = []
    length = 0
  }
  for (const signal of signals) {
    const size = Buffer.byteLength(JSON.stringify(signal)) + 1
    if (length + size > MESSAGE_MAX_LENGTH) close()
    gathered.push(signal)
    length += size
  }
  close()
  return messages
}
