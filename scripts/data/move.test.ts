import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runScript } from '../support/commands.fixture.ts'
import { testFolder } from '../../server/test/test-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = testFolder({ isOpen: true })
})

async function move(args: string[], env: Record<string, string> = {}) {
  const { code, errors } = await runScript('data/move.ts', args, { DATA_DIR: dataDir, ...env })
  return { code, errors }
}

test('an impossible move is refused with a message', async () => {
  const to = 'postgres://nobody@127.0.0.1:1/reverie'
  expect(await move([])).toEqual({ code: 1, errors: expect.stringMatching(/^Usage: npm run move .*\n$/) })
  expect(await move([to])).toEqual({ code: 1, errors: expect.stringMatching(/^No Reverie site found in .*\n$/) })
  for (const address of [`${to}?sslmode=required`, 'postgres:///reverie']) {
    const sentence = /^The address must be a PostgreSQL address, such as .*sslmode=verify-full\.\n$/
    expect(await move([address])).toEqual({ code: 1, errors: expect.stringMatching(sentence) })
  }
  mkdirSync(join(dataDir, 'objects'))
  expect(await move([to])).toEqual({
    code: 1,
    errors:
      'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1. Please check its address, and that the server runs.\n',
  })
  const elsewhere = { DATABASE_URL: to, SESSION_SECRET: 'x'.repeat(32) }
  expect(await move([to], elsewhere)).toEqual({ code: 1, errors: expect.stringMatching(/^DATABASE_URL is set, .*\n$/) })
})
