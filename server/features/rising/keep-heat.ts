import type { ErrorLog } from '../../errors/loggable-error.ts'
import type { Deps } from '../../setup/deps.ts'
import { heatChanged, readVideoCounted, VIDEO_CHANGED, VIDEO_COUNTED } from '../../signals/video-signals.ts'
import { workOutAllHeat, workOutHeatOf } from './heat.queries.ts'

const EVERY_MS = 60_000
/** Everything anew: what lies back long enough no longer counts, and what was not told of is found. */
const ALL_EVERY_ROUNDS = 60

/**
 * Works out the heat of what was touched, once a minute; at first and once an hour, of everything.
 *
 * @returns Stops it, and waits for what is under way.
 */
export function keepHeat({ db, signals }: Pick<Deps, 'db' | 'signals'>, log: ErrorLog): () => Promise<void> {
  let touched = new Set<string>()
  let isAll = true
  let round = 0
  let running: Promise<void> | undefined
  const forgetAll = () => {
    isAll = true
  }
  const stops = [
    signals.on(VIDEO_COUNTED, (message) => touched.add(readVideoCounted(message)?.id ?? ''), forgetAll),
    signals.on(VIDEO_CHANGED, (id) => touched.add(id)),
  ]
  const run = async () => {
    const ids = [...touched].filter(Boolean)
    const all = isAll || round++ % ALL_EVERY_ROUNDS === 0
    touched = new Set()
    isAll = false
    if (all) await workOutAllHeat(db)
    else if (ids.length > 0) await workOutHeatOf(db, ids)
    else return
    heatChanged(signals)
  }
  const begin = () => {
    running ??= run()
      .catch((error: unknown) => {
        isAll = true
        log.error({ err: error }, 'Working out what is rising failed')
      })
      .then(() => (running = undefined))
  }
  begin()
  const timer = setInterval(begin, EVERY_MS)
  return async () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    await running
  }
}
