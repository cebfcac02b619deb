import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections that go out (Linux from 32768, others from 49152): one of those could
 * have it by the time that a server is started, or started again.
 */
const FIRST = 20_000
const LAST = 32_767
const ATTEMPTS = 1_000

/** A loopback port that was free just now. Somebody else may take it before it is used. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, LAST + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free.`)
}

/** Whether nobody listens there, on this machine. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
