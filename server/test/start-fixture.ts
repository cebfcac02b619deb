import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/**
 * Starts a script as a process of its own, and waits for its first line. The process is killed after the test.
 *
 * @returns The first line; the process's end with code and signal; a function that kills the process.
 * @throws {Error} If the script ends before its first line.
 */
export async function startFixture(folder: string, script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(folder, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const endedEarly = ended.then(() => Promise.reject(new Error(`${script} ended before its first line`)))
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), endedEarly])) as [string]
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { line, ended, kill }
}
