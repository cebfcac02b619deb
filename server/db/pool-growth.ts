import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Lets a process of its own, in which nothing else grows, make queries one after another.
 *
 * @returns By how many bytes its heap has grown with each.
 */
export async function measureGrowth(databaseUrl: string, calls: number): Promise<number> {
  const program = join(import.meta.dirname, 'pool-growth.fixture.ts')
  const args = ['--expose-gc', program, databaseUrl, String(calls)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}
