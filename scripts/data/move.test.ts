import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runScript } from '../support/commands.fixture.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-move-'))
  // PostgreSQL must be able to enter the folder. It does not run as root.
  await chmod(dataDir, 0o711)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

async function move(args: string[], env: Record<string, string> = {}) {
  const { code, errors } = await runScript('data/move.ts', args, { DATA_DIR: dataDir, ...env })
  return { code, errors }
}

test('an impossible move is refused with a message', async () => {
  const to = 'postgres://nobody@127.0.0.1:1/reverie'
  expect(await move([])).toEqual({ code: 1, errors: expect.stringMatching(/^Usage: npm run move .*\n$/) })
  expect(await move([to])).toEqual({ code: 1, errors: expect.stringMatching(/^No Reverie site found in .*\n$/) })
  const elsewhere = { DATABASE_URL: to, SESSION_SECRET: 'x'.repeat(32) }
  expect(await move([to], elsewhere)).toEqual({ code: 1, errors: expect.stringMatching(/^DATABASE_URL is set, .*\n$/) })
})
