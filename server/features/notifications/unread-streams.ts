import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { UnreadCount } from '../../../contract/notifications.ts'
import type { Deps } from '../../setup/deps.ts'
import { findLiveSessions, SESSION_ENDED } from '../../identity/sessions.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { NOTIFICATIONS_CHANGED } from './notify.ts'

const HEARTBEAT_MS = 20_000
const MAX_STREAMS = 8
/** When the stream that a newer one displaced is to connect again: at once, it would only displace the next. */
const DISPLACED_RETRY_MS = 5 * 60_000
/** Between two counts for one person. Somebody who is liked a hundred times a second hears of it five times. */
const PAUSE_MS = 200

interface Reader {
  userId: string
  sessionKey: string
}

export interface UnreadStreams {
  /** Sends `reader` their unread count as events, at once and whenever it changes, until the session ends. */
  open(reply: FastifyReply, reader: Reader): void
  /** Ends them all. One that is opened later ends at once. */
  close(): void
}

interface Person {
  id: string
  /** The oldest first. */
  streams: Map<EventStream, Reader>
  /** Something changed since the last count began. */
  isStale: boolean
  isCounting: boolean
}

export function createUnreadStreams(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  { countUnread, log }: { countUnread: (userId: string) => Promise<number>; log: FastifyBaseLogger },
): UnreadStreams {
  const people = new Map<string, Person>()
  let isClosed = false

  /** One count at a time, so that an older one never comes last. */
  async function tell(person: Person): Promise<void> {
    person.isStale = true
    if (person.isCounting) return
    person.isCounting = true
    try {
      while (person.isStale && person.streams.size > 0) {
        person.isStale = false
        const unread: UnreadCount = { count: await countUnread(person.id) }
        for (const stream of person.streams.keys()) stream.send('unread-count', unread)
        await delay(PAUSE_MS, undefined, { ref: false })
      }
    } catch (error) {
      // The next heartbeat tries again.
      person.isStale = true
      log.warn({ err: error }, 'unread notifications could not be counted')
    } finally {
      person.isCounting = false
    }
  }

  function tellPerson(userId: string): void {
    const person = people.get(userId)
    if (person) void tell(person)
  }

  function tellAll(): void {
    for (const person of people.values()) void tell(person)
  }

  function forget(person: Person, stream: EventStream): void {
    person.streams.delete(stream)
    if (person.streams.size === 0 && people.get(person.id) === person) people.delete(person.id)
  }

  function end(person: Person, stream: EventStream, options?: { retryMs: number }): void {
    forget(person, stream)
    stream.end(options)
  }

  function endWhere(isOver: (reader: Reader) => boolean): void {
    for (const person of people.values()) {
      for (const [stream, reader] of person.streams) if (isOver(reader)) end(person, stream)
    }
  }

  async function beat(): Promise<void> {
    for (const person of people.values()) {
      for (const stream of person.streams.keys()) stream.beat()
      if (person.isStale) void tell(person)
    }
    await endDeadSessions()
  }

  /** A session may have expired, and the signal of its end may have been lost. */
  async function endDeadSessions(): Promise<void> {
    const readers = [...people.values()].flatMap(({ streams }) => [...streams.values()])
    if (readers.length === 0) return
    const keys = new Set(readers.map(({ sessionKey }) => sessionKey))
    const live = await findLiveSessions(db, [...keys])
    endWhere(({ sessionKey }) => keys.has(sessionKey) && !live.has(sessionKey))
  }

  function personOf(userId: string): Person {
    const person = people.get(userId) ?? { id: userId, streams: new Map(), isStale: false, isCounting: false }
    people.set(userId, person)
    return person
  }

  const stopListening = [
    signals.on(NOTIFICATIONS_CHANGED, tellPerson, tellAll),
    signals.on(SESSION_ENDED, (key) => endWhere(({ sessionKey }) => sessionKey === key)),
  ]
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'sessions of event streams could not be looked up'))
  }, HEARTBEAT_MS)
  timer.unref()

  return {
    open(reply, reader) {
      const person = personOf(reader.userId)
      const stream = openEventStream(reply, () => forget(person, stream))
      if (isClosed) return end(person, stream)
      person.streams.set(stream, reader)
      const [oldest] = person.streams.keys()
      if (oldest && person.streams.size > MAX_STREAMS) end(person, oldest, { retryMs: DISPLACED_RETRY_MS })
      void tell(person)
    },
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stop of stopListening) stop()
      endWhere(() => true)
    },
  }
}
