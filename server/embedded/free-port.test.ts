import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { getFreePort, isFree } from './free-port.ts'

test('a free port can be used, and is then reported as taken', async () => {
  const port = await getFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await isFree(port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await isFree(port)).toBe(true)
})
