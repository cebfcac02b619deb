import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

test('a pool that is ended while it connects leaves no open connection', async () => {
  const fixture = join(import.meta.dirname, 'pool-end.fixture.ts')
  const command = promisify(execFile)(process.execPath, [fixture, inject('postgresUrl')], { timeout: 60_000 })
  await expect(command).resolves.toEqual({ stdout: '', stderr: '' })
})
