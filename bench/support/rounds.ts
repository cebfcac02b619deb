import { runLoad, type LoadResult } from './http-load.ts'

export const CONNECTIONS = 32
export const ROUND_MS = 1_500
const ROUNDS = 5

/** Sends requests for one round. @throws If a reply was not a success: fast refusals are not a result. */
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

/** Returns the duration of a task in milliseconds. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

/** Measures a figure and its limit alternately, so that other load on the machine affects both. */
export async function interleaved(measure: () => Promise<LoadResult>, limit: () => Promise<number>) {
  const pairs = await rounds(async () => ({ result: await measure(), limit: await limit() }))
  return { results: pairs.map((pair) => pair.result), limits: pairs.map((pair) => pair.limit) }
}
