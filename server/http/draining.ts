import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** Longer than nginx keeps a connection that nothing is sent on (`keepalive_timeout` in ops/nginx.conf). */
const IDLE_MS = 3_000
/** More than may wait to be accepted. */
const TURNS_MAX = 1_000

/**
 * What a process does between being told to stop and closing, so that what a proxy has just sent is not lost: proxies
 * repeat no `POST`. First it answers as ever and says that it is not ready; a proxy that asks sends what comes next to
 * others. Then it accepts no connection, so that one which does not ask goes to others too, and closes: each connection
 * ends with its next reply. Those that nothing comes on are left for a while, for the proxy to close.
 */
export class Draining {
  isOn = false

  drain(ms: number): Promise<void> {
    this.isOn = true
    return delay(ms)
  }

  /** To be followed by closing the application, which takes until all connections have ended. */
  async refuse(server: Server): Promise<void> {
    const closeIdleConnections = server.closeIdleConnections.bind(server)
    // Node does it as soon as a server closes.
    server.closeIdleConnections = () => {}
    setTimeout(closeIdleConnections, IDLE_MS).unref()
    await untilNobodyWaits(server)
    NetServer.prototype.close.call(server)
  }
}

/** Connections that the system has accepted, and this process not yet, would be reset. Not all are taken in one turn. */
async function untilNobodyWaits(server: Server): Promise<void> {
  let hasCome = true
  const note = () => void (hasCome = true)
  server.on('connection', note)
  // What is left of this one looks at no connections.
  await nextTurn()
  for (let turn = 0; hasCome && turn < TURNS_MAX; turn++) {
    hasCome = false
    await nextTurn()
  }
  server.off('connection', note)
}
