import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const clone = join(import.meta.dirname, '../..')

/** Runs Git in this clone. @returns The command's output, or `undefined` if it failed or this user may not read the clone. */
export function git(...args: string[]): string | undefined {
  // Without a clone here, Git would look for one in the folders above.
  if (!existsSync(join(clone, '.git'))) return undefined
  const { status, stdout } = spawnSync('git', ['-C', clone, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
