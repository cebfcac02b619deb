import { EXPORT_UNDER_WAY } from '../../../../contract/account/export.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { PartName } from './part-address.ts'
import { AVERAGED_MS, ReadingRate } from './reading-rate.ts'

const RETRY_AFTER_SECONDS = 60

/** Maximum number of connections to a part with clips. Some browsers fetch a large file in several ranges at once. */
const CONNECTIONS_MAX = 4

/**
 * Minimum rate of a client. A slower client is cut off, because the largest part would take longer than its address
 * stays valid.
 */
const MIN_BYTES_PER_SECOND = 16 * 1024
const CHECK_EVERY_MS = 5_000

/** Minimum time in milliseconds before a download can be replaced while others wait. */
const TURN_MS = { slow: 30_000, fast: 10 * 60_000 }
/** At this rate, the largest part takes little more than an hour. */
const FAST_BYTES_PER_SECOND = 1024 * 1024

/** Closes a connection. */
type End = () => void

interface Download {
  userId: string
  part: PartName
  startedAt: number
  /** Connections, oldest first. */
  connections: Map<End, ReadingRate>
}

/**
 * The active downloads: one part per person, and few in total. An account's archive may hold one of a few connections
 * to the database, and parts with clips keep disks busy. Each kind has its own limit.
 */
export class Downloads {
  readonly #max: number
  readonly #underWay = new Map<string, Download>()
  #timer: NodeJS.Timeout | undefined

  /** @param max Maximum number of concurrent downloads of each kind. */
  constructor(max: number) {
    this.#max = max
  }

  /** Returns the number of the part that this person is downloading. */
  partOf(userId: string): number | null {
    return this.#underWay.get(userId)?.part.number ?? null
  }

  /**
   * Starts to send a part, or a range of it. A client that keeps requesting the same part has probably lost its earlier
   * connections. The server may not notice for a minute, so beyond the limit of connections the oldest ones are closed.
   * At the limit of concurrent downloads, the slowest download that has had its minimum time is ended.
   *
   * @returns `measure`, through which the pieces must be sent, and `over`, to call when the connection has ended.
   * @throws {AppError} RATE_LIMITED.
   */
  begin(userId: string, part: PartName, end: End) {
    const former = this.#underWay.get(userId)
    if (former && JSON.stringify(former.part) !== JSON.stringify(part)) throw refusal(EXPORT_UNDER_WAY)
    if (!former) this.#makeRoomFor(part)
    const download = former ?? { userId, part, startedAt: performance.now(), connections: new Map<End, ReadingRate>() }
    this.#underWay.set(userId, download)
    this.#timer ??= setInterval(() => this.#endTooSlow(), CHECK_EVERY_MS).unref()
    const { connections } = download
    const keptMax = (isOfAccount(part) ? 1 : CONNECTIONS_MAX) - 1
    for (const endOld of [...connections.keys()].slice(0, Math.max(0, connections.size - keptMax))) endOld()
    const rate = new ReadingRate()
    connections.set(end, rate)
    return {
      measure: (pieces: AsyncIterable<Uint8Array>) => rate.measure(pieces),
      over: () => {
        connections.delete(end)
        if (connections.size === 0) this.#forget(download)
      },
    }
  }

  #makeRoomFor(part: PartName): void {
    const others = [...this.#underWay.values()].filter((each) => isOfAccount(each.part) === isOfAccount(part))
    if (others.length < this.#max) return
    const [slowest] = others.filter(hasHadTurn).toSorted((a, b) => rateOf(a) - rateOf(b))
    if (!slowest) throw tooManyDownloads()
    this.#forget(slowest)
    for (const end of slowest.connections.keys()) end()
  }

  #endTooSlow(): void {
    for (const { connections } of this.#underWay.values()) {
      for (const [end, { waitedMs, bytesPerSecond }] of connections) {
        if (waitedMs >= AVERAGED_MS && bytesPerSecond < MIN_BYTES_PER_SECOND) end()
      }
    }
  }

  /** Removes the download, unless the same person has started another one since. */
  #forget(download: Download): void {
    if (this.#underWay.get(download.userId) === download) this.#underWay.delete(download.userId)
    if (this.#underWay.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

const isOfAccount = ({ number }: PartName): boolean => number === 0

function rateOf({ connections }: Download): number {
  return [...connections.values()].reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0)
}

function hasHadTurn(download: Download): boolean {
  const turnMs = rateOf(download) < FAST_BYTES_PER_SECOND ? TURN_MS.slow : TURN_MS.fast
  return performance.now() - download.startedAt >= turnMs
}

export function tooManyDownloads(): AppError {
  return refusal('Too many downloads are in progress right now. Please try again in a few minutes.')
}

/** Returns the reply to a download that ends before its first byte, because another one takes its place. */
export function replacedDownload(): AppError {
  return refusal('Another download has replaced this one. Please try again in a minute.')
}

function refusal(sentence: string): AppError {
  return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
