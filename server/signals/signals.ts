import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { batched } from '../concurrency/batch.ts'
import type { Db } from '../db/connect.ts'
import type { Replicas } from '../db/replicas/replicas.ts'
import { ChannelListener } from './channel-listener.ts'
import { HeardSoFar, type SentSoFar } from './heard-so-far.ts'
import { asMessages, coalesced, readMessage, type Signal } from './signal-messages.ts'

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
  /** What this process has sent so far. */
  readonly sent: SentSoFar
  /**
   * Waits until what another process had sent by then has been heard here. What does not come in a moment may have been
   * lost: then all listeners are told that some may have been missed, which is as good.
   */
  catchUp(sent: SentSoFar): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'reverie'
/** How often garbage on the channel is told of, at most. */
const REPORT_EVERY_MS = 60_000

interface Listener {
  topic: string
  hear: (payload: string) => void
  resync: (() => void) | undefined
}

/** @param replicas Are told up to where they must have come before what is told of may be read from them. */
export async function startSignals(
  databaseUrl: string,
  db: Db,
  log: { warn(line: string): void } = console,
  replicas?: Pick<Replicas, 'change' | 'require' | 'needUnknown'>,
): Promise<Signals> {
  const listeners = new Set<Listener>()
  /** PostgreSQL tells a connection what it sent itself; a signal of ours was heard when it was sent. */
  const self = randomBytes(9).toString('base64url')
  const sent = { from: self, count: 0 }
  const heard = new HeardSoFar()

  const hear = ({ topic, payload }: Signal) => {
    for (const listener of listeners) if (listener.topic === topic) listener.hear(payload)
  }

  const refuse = countRefusals(log)
  const receive = (text: string | undefined) => {
    const message = readMessage(text)
    if (!message) return refuse()
    if (message.position !== undefined) replicas?.require(message.position)
    if (message.from === self) return
    for (const signal of message.signals) hear(signal)
    if (message.isAfterLoss) resyncAll()
    heard.note({ from: message.from, count: message.upTo ?? 0 })
  }
  const resyncAll = () => {
    replicas?.needUnknown()
    listeners.forEach((listener) => listener.resync?.())
  }

  const tell = tellOthers(db, self, { withPosition: replicas !== undefined })

  const channel = new ChannelListener(databaseUrl, CHANNEL, { receive, resync: resyncAll })
  await channel.listen()
  return {
    send(topic, payload) {
      // Before anybody drops what they have, and reads it anew.
      const tellPosition = replicas?.change()
      hear({ topic, payload })
      // The database being away is reported by what needs it more.
      tell({ topic, payload, number: ++sent.count }).then(tellPosition, () => tellPosition?.())
    },
    sent,
    async catchUp(theirs) {
      if (theirs.from === self || (await heard.wait(theirs))) return
      resyncAll()
      heard.note(theirs)
    },
    on(topic, listener, resync) {
      const entry = { topic, hear: listener, resync }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    stop: () => channel.stop(),
  }
}

/**
 * Tells the other processes. Apart from the transactions that cause the signals: a transaction that notifies commits
 * alone, one after another. Nor does one wait for the disk: who hears of it reads what was committed before.
 *
 * @returns Resolves to the position that was told with them, if one was.
 */
function tellOthers(
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
      const told = coalesced(signals.map(({ topic, payload }) => ({ topic, payload })))
      let position: number | undefined
      for (const message of asMessages(from, told, facts)) position = await post(db, message)
      hasLost = false
      return signals.map(() => position)
    },
    { atOnce: 1, maxItems: 1_000 },
  )
}

async function postAlone(db: Db, message: string): Promise<undefined> {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${message})`.execute(db)
}

/** @returns The position that it says: behind everything that had been committed by then. */
async function postWithPosition(db: Db, message: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position, set_config('synchronous_commit', 'off', true),
      pg_notify(${CHANNEL}, '{"position":' || position || ',' || ${message.slice(1)}::text)
    from (select (pg_current_wal_insert_lsn() - '0/0')::bigint as position) now`.execute(db)
  return rows[0]!.position
}

/** Garbage costs a line now and then, however much of it comes. */
function countRefusals(log: { warn(line: string): void }): () => void {
  let count = 0
  let reportedAt = -Infinity
  return () => {
    count++
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY_MS) return
    log.warn(`Refused what somebody else sent to the channel '${CHANNEL}' of the database (${count} so far).`)
    reportedAt = now
  }
}
