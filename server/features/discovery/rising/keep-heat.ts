import type { ErrorLog } from '../../../errors/loggable-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { HEAT_CHANGED, readVideoCounted, VIDEO_CHANGED, VIDEO_COUNTED } from '../../../signals/video-signals.ts'
import { recomputeHeat, recomputeHeatOfSlice } from './heat.queries.ts'

const EVERY_MS = 60_000
/**
 * Number of slices into which all creators are divided. Each round also recomputes one slice. This removes old events
 * and finds changes with lost signals. All slices take an hour.
 */
const SLICES = 60
/** Maximum share of one database core. Long rounds are therefore followed by longer pauses. */
const SHARE_MAX = 0.05

/**
 * Recomputes the heat of all videos at the start, and then the heat of changed videos once a minute.
 *
 * @returns A function that stops the rounds and waits for the current one.
 */
export function keepHeat({ db, signals }: Pick<Deps, 'db' | 'signals'>, log: ErrorLog): () => Promise<void> {
  let touched = new Set<string>()
  let round = 0
  let running = Promise.resolve()
  let timer: NodeJS.Timeout
  const stops = [
    signals.on(VIDEO_COUNTED, (message) => touched.add(readVideoCounted(message)?.id ?? '')),
    signals.on(VIDEO_CHANGED, (id) => touched.add(id)),
  ]
  const run = async () => {
    const ids = [...touched].filter(Boolean)
    touched = new Set()
    await recomputeHeat(db, ids)
    await recomputeHeatOfSlice(db, round % SLICES, SLICES)
    signals.emit(HEAT_CHANGED, '')
  }
  const begin = async () => {
    const start = performance.now()
    // If a round fails, its videos are recomputed later, with the slice to which they belong.
    await run().catch((error: unknown) => log.error({ err: error }, 'Updating Rising failed'))
    const least = round++ < SLICES ? 0 : EVERY_MS
    timer = setTimeout(next, Math.max(least, (performance.now() - start) / SHARE_MAX))
  }
  const next = () => {
    running = begin()
  }
  next()
  return async () => {
    for (const stop of stops) stop()
    await running
    clearTimeout(timer)
  }
}
