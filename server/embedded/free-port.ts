import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The lowest port that is tried. All tried ports are below the ports of outgoing connections (from 32768 on Linux, from
 * 49152 elsewhere). Such a connection could otherwise take the port before a server starts or restarts.
 */
const FIRST = 20_000
const LAST = 32_767
const ATTEMPTS = 1_000

/** Returns a loopback port that is free at the moment. Another program may take it before it is used. */
export async function getFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, LAST + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free.`)
}

/** Whether a server could listen on the port at 127.0.0.1. */
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
