import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** The command-line programs of the tools, all run by Node. */
export const tools = {
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/@playwright/test/cli.js',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
}

const ERRORS_MAX_LENGTH = 2_000

const signals = ['SIGTERM', 'SIGINT'] as const
const running = new Set<ChildProcess>()
let stopping = false

/**
 * Runs a program on this Node, with our stdio, until it ends. If this process receives a signal to stop meanwhile, it
 * interrupts all running programs and ends after them. The programs can thus clean up.
 *
 * @param file A JavaScript or TypeScript file.
 * @param env Added to the environment.
 * @param hear Receives the program's stderr. Without it, stderr goes to this process's own.
 * @returns The program's exit code; 1 if a signal ended it.
 */
export async function runTool(
  file: string,
  args: string[],
  env: Record<string, string> = {},
  hear?: (said: Buffer) => void,
): Promise<number> {
  for (const signal of signals) process.on(signal, stop)
  const program = spawn(process.execPath, [file, ...args], {
    stdio: ['inherit', 'inherit', hear ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  })
  running.add(program)
  if (hear) program.stderr?.on('data', hear)
  const [code] = (await once(program, 'exit')) as [number | null]
  running.delete(program)
  // The server, which may run in this process next, handles these signals itself.
  for (const signal of signals) process.off(signal, stop)
  if (stopping) {
    await Promise.all(Array.from(running, (other) => once(other, 'exit')))
    process.exit(130)
  }
  // Processes that the program started may keep its stderr open.
  if (program.stderr?.readable) await Promise.race([once(program.stderr, 'close'), delay(1_000)])
  program.stderr?.destroy()
  return code ?? 1
}

/** Like `runTool`, but also returns the last lines that the program wrote to stderr. */
export async function runToolWithErrors(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; errors: string }> {
  let errors = ''
  const hear = (said: Buffer) => {
    process.stderr.write(said)
    errors = (errors + said.toString()).slice(-ERRORS_MAX_LENGTH)
  }
  return { code: await runTool(file, args, env, hear), errors }
}

function stop(): void {
  if (stopping) return
  stopping = true
  for (const program of running) program.kill('SIGINT')
}
