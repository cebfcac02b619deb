import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { UnreadCount } from '../../../../contract/social/notifications.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { findLiveSessions, SESSION_ENDED } from '../../../identity/end-sessions.ts'
import { ACCOUNT_HIDDEN } from '../../../signals/user-signals.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { NOTIFICATIONS_CHANGED } from './notify.ts'

const HEARTBEAT_MS = 20_000
const MAX_STREAMS = 8
/** Milliseconds before a displaced stream reconnects. An immediate reconnection would displace another stream. */
const DISPLACED_RETRY_MS = 5 * 60_000
/** Range of milliseconds within which the clients of a stopping process reconnect at random times. */
const STOPPED_RETRY_MS = { least: 1_000, most: 10_000 }
/** Milliseconds between two counts for one user, who therefore receives at most five events a second. */
const PAUSE_MS = 200

interface Reader {
  userId: string
  sessionKey: string
}

interface Person {
  id: string
  /** Streams by age, oldest first. */
  streams: Map<EventStream, Reader>
  /** Whether a change happened since the last count began. */
  isStale: boolean
  isCounting: boolean
}

/** Sends users their unread counts as events, over all of their open streams. */
export class UnreadStreams {
  readonly #db: Db
  readonly #countUnread: (userId: string) => Promise<number>
  readonly #log: FastifyBaseLogger
  readonly #people = new Map<string, Person>()
  readonly #stopListening: (() => void)[]
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  constructor(
    { db, signals }: Pick<Deps, 'db' | 'signals'>,
    { countUnread, log }: { countUnread: (userId: string) => Promise<number>; log: FastifyBaseLogger },
  ) {
    this.#db = db
    this.#countUnread = countUnread
    this.#log = log
    this.#stopListening = [
      signals.on(
        NOTIFICATIONS_CHANGED,
        (userId) => this.#sendCountTo(userId),
        () => this.#sendAllCounts(),
      ),
      // Notifications by the hidden or shown account change the counts of their recipients.
      signals.on(ACCOUNT_HIDDEN, () => this.#sendAllCounts()),
      signals.on(SESSION_ENDED, (key) => this.#endWhere(({ sessionKey }) => sessionKey === key)),
    ]
    this.#timer = setInterval(() => {
      this.#beat().catch((error: unknown) =>
        log.warn({ err: error }, 'could not look up the sessions of event streams'),
      )
    }, HEARTBEAT_MS)
    this.#timer.unref()
  }

  /** Sends `reader` their unread count as events, at once and whenever it changes, until the session ends. */
  open(reply: FastifyReply, reader: Reader): void {
    const person = this.#personOf(reader.userId)
    const stream = openEventStream(reply, () => this.#forget(person, stream))
    if (this.#isClosed) return this.#end(person, stream)
    person.streams.set(stream, reader)
    const [oldest] = person.streams.keys()
    if (oldest && person.streams.size > MAX_STREAMS) this.#end(person, oldest, { retryMs: DISPLACED_RETRY_MS })
    void this.#sendCount(person)
  }

  /** Ends all streams. A stream that is opened later ends at once. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const stop of this.#stopListening) stop()
    const { least, most } = STOPPED_RETRY_MS
    this.#endWhere(
      () => true,
      () => ({ retryMs: randomInt(least, most) }),
    )
  }

  #personOf(userId: string): Person {
    const person = this.#people.get(userId) ?? { id: userId, streams: new Map(), isStale: false, isCounting: false }
    this.#people.set(userId, person)
    return person
  }

  #sendCountTo(userId: string): void {
    const person = this.#people.get(userId)
    if (person) void this.#sendCount(person)
  }

  #sendAllCounts(): void {
    for (const person of this.#people.values()) void this.#sendCount(person)
  }

  /** Counts and sends. Only one count per user runs at a time. An older count is thus never sent after a newer one. */
  async #sendCount(person: Person): Promise<void> {
    person.isStale = true
    if (person.isCounting) return
    person.isCounting = true
    try {
      while (person.isStale && person.streams.size > 0) {
        person.isStale = false
        const unread: UnreadCount = { count: await this.#countUnread(person.id) }
        for (const stream of person.streams.keys()) stream.send('unread-count', unread)
        await delay(PAUSE_MS, undefined, { ref: false })
      }
    } catch (error) {
      // The next heartbeat tries again.
      person.isStale = true
      this.#log.warn({ err: error }, 'could not count unread notifications')
    } finally {
      person.isCounting = false
    }
  }

  async #beat(): Promise<void> {
    for (const person of this.#people.values()) {
      for (const stream of person.streams.keys()) stream.beat()
      if (person.isStale) void this.#sendCount(person)
    }
    await this.#endDeadSessions()
  }

  /** Ends the streams of sessions that have expired, or that ended without this process receiving the signal. */
  async #endDeadSessions(): Promise<void> {
    const readers = [...this.#people.values()].flatMap(({ streams }) => [...streams.values()])
    if (readers.length === 0) return
    const keys = new Set(readers.map(({ sessionKey }) => sessionKey))
    const live = await findLiveSessions(this.#db, [...keys])
    this.#endWhere(({ sessionKey }) => keys.has(sessionKey) && !live.has(sessionKey))
  }

  #endWhere(isOver: (reader: Reader) => boolean, options?: () => { retryMs: number }): void {
    for (const person of this.#people.values()) {
      for (const [stream, reader] of person.streams) if (isOver(reader)) this.#end(person, stream, options?.())
    }
  }

  #end(person: Person, stream: EventStream, options?: { retryMs: number }): void {
    this.#forget(person, stream)
    stream.end(options)
  }

  #forget(person: Person, stream: EventStream): void {
    person.streams.delete(stream)
    if (person.streams.size === 0 && this.#people.get(person.id) === person) this.#people.delete(person.id)
  }
}
