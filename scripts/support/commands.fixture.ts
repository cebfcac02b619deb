import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { TestApp } from '../../server/test/test-app.ts'
import { testFolder } from '../../server/test/test-folder.ts'

/**
 * Starts a script with these settings only. Like `npm run`, it uses the cache of compiled code.
 *
 * @param script Its path below `scripts`.
 */
export function startScript(script: string, args: string[], settings: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a script until it ends. The parameters are those of `startScript`. */
export function runScript(...parameters: Parameters<typeof startScript>) {
  return untilEnded(startScript(...parameters))
}

export async function untilEnded(child: ReturnType<typeof startScript>) {
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, errors }
}

/** Waits until a process of a site is ready. @throws With its output if it ends. */
export async function untilReady(child: ReturnType<typeof startScript>): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += String(bytes)))
  const look = () => {
    if (child.exitCode !== null) throw new Error(`It ended:\n${output}`)
    return /^Reverie (is ready|works)/m.test(output)
  }
  await expect.poll(look).toBe(true)
}

/** Returns the settings with which a command finds the database and the files of the app. */
export async function settingsFor({ storageFolder, databaseUrl }: TestApp) {
  const dataDir = testFolder()
  await symlink(storageFolder, join(dataDir, 'objects'))
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32) }
}

/** Returns a function that runs a script for the site of the app. Its result contains stdout and stderr as one text. */
export async function commandFor(t: TestApp, script: string) {
  const settings = await settingsFor(t)
  return async (...args: string[]) => {
    const { code, out, errors } = await runScript(script, args, settings)
    return { code, said: out + errors }
  }
}
