import { EXPORT_UNDER_WAY } from '../../../../contract/account/export.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { PartName } from './part-address.ts'

const RETRY_AFTER_SECONDS = 60

/** Of a part with clips: some browsers fetch a large file in several ranges at once. */
const CONNECTIONS_MAX = 4

/** Cuts a connection off. */
type End = () => void

interface Download {
  part: PartName
  /** The oldest first. */
  connections: Set<End>
}

/** Which parts are on their way: one a person, and few together, because each reads disks and may hold a connection. */
export class Downloads {
  readonly #max: number
  readonly #underWay = new Map<string, Download>()

  /** @param max People at the same time. */
  constructor(max: number) {
    this.#max = max
  }

  /** The number of the part that is on its way to them. */
  partOf(userId: string): number | null {
    return this.#underWay.get(userId)?.part.number ?? null
  }

  /**
   * Begins to send a part, or some of it. Whoever asks for the same part again and again has lost connections, which a
   * server may notice a minute later only: the oldest ends.
   *
   * @returns What says that it is over.
   * @throws {AppError} RATE_LIMITED.
   */
  begin(userId: string, part: PartName, end: End): () => void {
    const former = this.#underWay.get(userId)
    if (former && JSON.stringify(former.part) !== JSON.stringify(part)) throw refusal(EXPORT_UNDER_WAY)
    if (!former && this.#underWay.size >= this.#max) {
      throw refusal('Others are taking their things along just now. Please try again in a few minutes.')
    }
    const { connections } = former ?? { connections: new Set<End>() }
    this.#underWay.set(userId, { part, connections })
    const [oldest] = connections
    if (connections.size >= (part.number === 0 ? 1 : CONNECTIONS_MAX)) oldest?.()
    connections.add(end)
    return () => {
      connections.delete(end)
      if (connections.size === 0) this.#underWay.delete(userId)
    }
  }
}

function refusal(sentence: string): AppError {
  return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
