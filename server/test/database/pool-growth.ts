import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Runs queries one after another in a process in which nothing else grows.
 *
 * @returns Heap growth per query, in bytes.
 */
export async function measureGrowth(databaseUrl: string, calls: number): Promise<number> {
  const program = join(import.meta.dirname, '../../db/pool-growth.fixture.ts')
  const args = ['--expose-gc', program, databaseUrl, String(calls)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}
