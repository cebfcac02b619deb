import { type ChildProcess, spawn } from 'node:child_process'

/** The tools' own command-line programs, all to be run by Node. */
export const tools = {
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
}

const signals = ['SIGTERM', 'SIGINT'] as const
let running: ChildProcess | undefined
let stopping = false

/**
 * Runs a program on this Node, with our stdio, until it ends. When we are told to stop meanwhile, it is interrupted,
 * so that it can clean up, and we end after it.
 *
 * @param file A JavaScript or TypeScript file.
 * @param env Added to ours.
 * @returns Its exit code; 1 if a signal ended it.
 */
export function runTool(file: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  for (const signal of signals) process.on(signal, stop)
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
    running.on('error', reject)
    running.on('exit', (code) => {
      running = undefined
      // The server that may run next has an orderly stop of its own.
      for (const signal of signals) process.off(signal, stop)
      if (stopping) process.exit(130)
      resolve(code ?? 1)
    })
  })
}

function stop(): void {
  if (stopping) return
  stopping = true
  running?.kill('SIGINT')
}
