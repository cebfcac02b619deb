import type { Viewer } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'
import { MUTES_AND_BLOCKS_CHANGED } from '../../../signals/user-signals.ts'

/** Maximum number of viewers whose sets are cached. */
const MAX_SETS = 1_000
/** Approximate number of bytes per id in a set. */
const BYTES_OF_ID = 100

const noIds: ReadonlySet<string> = new Set()

/**
 * Caches for a second which users each viewer has muted or blocked. Cached lists that all viewers share contain these
 * users' items. The viewer's reply leaves them out. For viewers without mutes and blocks nothing is read.
 */
export class MutedIdsCache {
  readonly #db: Db
  readonly #sets: ReadCache<ReadonlySet<string>>

  constructor({ db, signals }: Pick<Deps, 'db' | 'signals'>) {
    this.#db = db
    this.#sets = new ReadCache({
      max: MAX_SETS,
      bytesOf: ({ size }) => size * BYTES_OF_ID,
      signals,
      droppedBy: { [MUTES_AND_BLOCKS_CHANGED]: 'key' },
    })
  }

  of(viewer: Viewer): ReadonlySet<string> | Promise<ReadonlySet<string>> {
    return viewer?.hasMuted ? this.#sets.get(viewer.id, () => this.#read(viewer.id)) : noIds
  }

  async #read(userId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#db.selectFrom('relations').select('targetId').where('userId', '=', userId).execute()
    return new Set(rows.map(({ targetId }) => targetId))
  }
}
