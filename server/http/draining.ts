import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** Longer than nginx keeps a connection that nothing is sent on (`keepalive_timeout` in ops/nginx.conf). */
const IDLE_MS = 3_000
/** A turn in which next to nothing happened: hardly anybody can have come since it looked at connections. */
const SHORT_TURN_MS = 0.2
/** For such a turn, of a process that has much to do: whoever waits when it closes is lost. */
const PATIENCE_MS = 10_000

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
    await untilNobodyWaits(server)
    NetServer.prototype.close.call(server)
    // Until now replies kept their connections.
    setTimeout(closeIdleConnections, IDLE_MS).unref()
  }
}

/** Connections that the system has accepted, and this process not yet, would be reset. Not all are taken in one turn. */
async function untilNobodyWaits(server: Server): Promise<void> {
  let hasCome = false
  const note = () => void (hasCome = true)
  server.on('connection', note)
  const deadline = performance.now() + PATIENCE_MS
  // What is left of this turn looks at no connections.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && performance.now() < deadline;) {
    hasCome = false
    const begunAt = performance.now()
    await nextTurn()
    isQuiet = !hasCome && performance.now() - begunAt < SHORT_TURN_MS
  }
  server.off('connection', note)
}
