import { runLoad, type LoadResult } from './load/load.ts'
import type { Row } from './report.ts'

export const CONNECTIONS = 32
export const ROUND_MS = 1_500
const ROUNDS = 5

/** Sends requests for one round. @throws If a reply was not a success. Refusals are fast but not a result. */
export async function load(
  port: number,
  requests: string[],
  connections = CONNECTIONS,
  durationMs = ROUND_MS,
): Promise<LoadResult> {
  const result = await runLoad({ port, connections, durationMs, requests })
  const refused = Object.keys(result.statuses).find((status) => !status.startsWith('2'))
  if (refused) throw new Error(`The load was answered ${JSON.stringify(result.statuses)}`)
  return result
}

/** Runs one round to warm up, then five that count. */
export async function rounds<T>(measure: () => Promise<T>): Promise<T[]> {
  await measure()
  const results: T[] = []
  for (let i = 0; i < ROUNDS; i++) results.push(await measure())
  return results
}

/** Returns the median of one figure of a load, in five rounds. */
export async function medianOf(figure: 'perSecond' | 'p50' | 'p99', measure: () => Promise<LoadResult>) {
  return median((await rounds(measure)).map((result) => result[figure]))
}

/**
 * Returns a row with the requests per second of `measure`, beside those of `limit`. Both take turns, so that other load
 * on the machine affects both.
 */
export async function besideLimit(
  name: string,
  measure: () => Promise<LoadResult>,
  limitName: string,
  limit: () => Promise<number>,
): Promise<Row> {
  const pairs = await rounds(async () => ({ own: (await measure()).perSecond, bare: await limit() }))
  const figure = median(pairs.map(({ own }) => own))
  return { name, figure, unit: '/s', limit: { name: limitName, figure: median(pairs.map(({ bare }) => bare)) } }
}

/** Returns the duration of a task in milliseconds. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Returns a quantile. @param share The share of values below the returned one, less than 1. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
