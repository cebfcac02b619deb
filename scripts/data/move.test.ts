import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-move-'))
  // PostgreSQL, which does not run as root, must be able to enter.
  await chmod(dataDir, 0o711)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

async function move(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'move.ts'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, errors }
}

test('an impossible move is refused with a message', async () => {
  const to = 'postgres://nobody@127.0.0.1:1/reverie'
  expect(await move([])).toEqual({ code: 1, errors: expect.stringMatching(/^Usage: npm run move .*\n$/) })
  expect(await move([to])).toEqual({ code: 1, errors: expect.stringMatching(/^No Reverie site found in .*\n$/) })
  const elsewhere = { DATABASE_URL: to, SESSION_SECRET: 'x'.repeat(32) }
  expect(await move([to], elsewhere)).toEqual({ code: 1, errors: expect.stringMatching(/^DATABASE_URL is set, .*\n$/) })
})
