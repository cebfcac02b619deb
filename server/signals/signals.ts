import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../concurrency/at-most.ts'
import { batched } from '../concurrency/batch.ts'
import type { Db } from '../db/connect.ts'
import type { Replicas } from '../db/replicas/replicas.ts'
import { listenToChannel } from './listen-to-channel.ts'
import { asMessages, coalesced, readMessage, type Signal } from './signal-messages.ts'

/**
 * Emits events to every process of the site after a commit, over the database's LISTEN/NOTIFY. Signals make changes
 * visible quickly, but may be lost when the database or a process fails. Listeners must therefore also check by
 * themselves periodically. Their `resync` is called when signals may have been missed.
 */
export interface Signals {
  /**
   * Emits an event. Call it after the commit. Listeners of this process run before it returns, and listeners of other
   * processes run within milliseconds.
   */
  emit(topic: string, payload: string): void
  /** @returns A function that stops listening. */
  on(topic: string, listener: (payload: string) => void, resync?: () => void): () => void
  /** The number of signals that this process has sent. */
  readonly sent: SentSoFar
  /**
   * Waits until the signals that another process had sent have arrived here. Signals that do not arrive within a moment
   * may be lost; then all listeners are asked to resync.
   */
  catchUp(sent: SentSoFar): Promise<void>
  stop(): Promise<void>
}

/** A process and the number of signals that it has sent. A random name, chosen at the start, identifies the process. */
export interface SentSoFar {
  from: string
  count: number
}

const CHANNEL = 'reverie'
/** Milliseconds that `catchUp` waits for a signal. Most have already arrived. */
const PATIENCE_MS = 100
const LOOK_EVERY_MS = 5
/** Limit for remembered processes. The oldest entries belong to processes that have ended. */
const MAX_KNOWN = 1_000
/** Milliseconds between two log lines about malformed messages. */
const REPORT_EVERY_MS = 60_000

/** @param replicas They learn the position that they must reach before the changed rows may be read. */
export async function startSignals(
  databaseUrl: string,
  db: Db,
  log: { warn(line: string): void } = console,
  replicas?: Pick<Replicas, 'recordChange' | 'require' | 'requireUnknown'>,
): Promise<Signals> {
  const listeners = new Set<{ topic: string; run: (payload: string) => void; resync: (() => void) | undefined }>()
  /** Identifies this process's own messages, which PostgreSQL also delivers: local listeners have already run. */
  const self = randomBytes(9).toString('base64url')
  const sent = { from: self, count: 0 }
  /** The number of signals that have arrived here, by the process that sent them. */
  const received = new LRUCache<string, number>(atMost(MAX_KNOWN))
  const receivedFrom = (from: string) => received.get(from) ?? 0
  const recordReceived = ({ from, count }: SentSoFar) => received.set(from, Math.max(receivedFrom(from), count))

  const runListeners = ({ topic, payload }: Signal) => {
    for (const listener of listeners) if (listener.topic === topic) listener.run(payload)
  }

  const refuse = countRefusals(log)
  const receive = (text: string | undefined) => {
    const message = readMessage(text)
    if (!message) return refuse()
    if (message.position !== undefined) replicas?.require(message.position)
    if (message.from === self) return
    for (const signal of message.signals) runListeners(signal)
    if (message.isAfterLoss) resyncAll()
    recordReceived({ from: message.from, count: message.upTo ?? 0 })
  }
  const resyncAll = () => {
    replicas?.requireUnknown()
    listeners.forEach((listener) => listener.resync?.())
  }

  const emitToOthers = createEmitter(db, self, { withPosition: replicas !== undefined })

  const stop = await listenToChannel(databaseUrl, CHANNEL, { receive, resync: resyncAll })
  return {
    emit(topic, payload) {
      // From here on, reads use the primary: listeners drop their caches and read again.
      const reportPosition = replicas?.recordChange()
      runListeners({ topic, payload })
      // Other code reports that the database is away.
      emitToOthers({ topic, payload, number: ++sent.count }).then(reportPosition, () => reportPosition?.())
    },
    sent,
    async catchUp(theirs) {
      if (theirs.from === self) return
      const deadline = performance.now() + PATIENCE_MS
      while (receivedFrom(theirs.from) < theirs.count && performance.now() <= deadline) await delay(LOOK_EVERY_MS)
      if (receivedFrom(theirs.from) >= theirs.count) return
      resyncAll()
      recordReceived(theirs)
    },
    on(topic, listener, resync) {
      const entry = { topic, run: listener, resync }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    stop,
  }
}

/**
 * Sends signals to the other processes. Signals are sent outside of the transactions that cause them, because
 * transactions that notify commit one at a time. The sending does not wait for the disk either, because listeners only
 * read what was committed before.
 *
 * @returns A function that resolves to the log position that was sent, if any.
 */
function createEmitter(
  db: Db,
  from: string,
  { withPosition }: { withPosition: boolean },
): (signal: Signal & { number: number }) => Promise<number | undefined> {
  const post = withPosition ? postWithPosition : postAlone
  let hasLost = false
  return batched(
    async (signals) => {
      const facts = { upTo: signals.at(-1)?.number, ...(hasLost && { isAfterLoss: true }) }
      hasLost = true
      const sent = coalesced(signals.map(({ topic, payload }) => ({ topic, payload })))
      let position: number | undefined
      for (const message of asMessages(from, sent, facts)) position = await post(db, message)
      hasLost = false
      return signals.map(() => position)
    },
    { atOnce: 1, maxItems: 1_000 },
  )
}

async function postAlone(db: Db, message: string): Promise<undefined> {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${message})`.execute(db)
}

/** @returns The current log position, which is after everything that was committed by then. */
async function postWithPosition(db: Db, message: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position, set_config('synchronous_commit', 'off', true),
      pg_notify(${CHANNEL}, '{"position":' || position || ',' || ${message.slice(1)}::text)
    from (select (pg_current_wal_insert_lsn() - '0/0')::bigint as position) now`.execute(db)
  return rows[0]!.position
}

/** Counts malformed messages, and logs the count at most once per interval. */
function countRefusals(log: { warn(line: string): void }): () => void {
  let count = 0
  let reportedAt = -Infinity
  return () => {
    count++
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY_MS) return
    log.warn(`Ignored a message from an unknown sender on the channel '${CHANNEL}' of the database (${count} so far).`)
    reportedAt = now
  }
}
