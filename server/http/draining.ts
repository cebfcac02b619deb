import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** Milliseconds for which idle connections stay open: longer than `keepalive_timeout` in ops/nginx.conf. */
const IDLE_MS = 3_000
/** Maximum milliseconds of a short turn of the event loop. During one, hardly any connection can arrive. */
const SHORT_TURN_MS = 0.2
/** Maximum milliseconds to wait for a short turn. Connections that a busy process has not accepted then are lost. */
const PATIENCE_MS = 10_000

/**
 * The steps between the stop signal and closing, so that no request is lost: proxies do not repeat a `POST`. First the
 * process answers as usual but reports that it is not ready. Proxies that check this send new requests to other
 * processes. Then it accepts no more connections. Proxies that do not check this now use other processes, too. Finally
 * it closes: each connection ends with its next reply. Idle ones stay open for a while, for the proxy to close them.
 */
export class Draining {
  isOn = false

  drain(ms: number): Promise<void> {
    this.isOn = true
    return delay(ms)
  }

  /** Stops accepting connections. Call it before closing the app, which waits until all connections have ended. */
  async refuse(server: Server): Promise<void> {
    const closeIdleConnections = server.closeIdleConnections.bind(server)
    // Node would call this as soon as the server closes.
    server.closeIdleConnections = () => {}
    await untilAllAccepted(server)
    NetServer.prototype.close.call(server)
    // Closes the connections that earlier replies have left open.
    setTimeout(closeIdleConnections, IDLE_MS).unref()
  }
}

/**
 * Waits until this process has accepted every connection that the system has established: closing would reset the
 * others. One turn of the event loop may not be enough.
 */
async function untilAllAccepted(server: Server): Promise<void> {
  let hasCome = false
  const note = () => void (hasCome = true)
  server.on('connection', note)
  const deadline = performance.now() + PATIENCE_MS
  // No connections are accepted during the rest of this turn of the event loop.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && performance.now() < deadline;) {
    hasCome = false
    const begunAt = performance.now()
    await nextTurn()
    isQuiet = !hasCome && performance.now() - begunAt < SHORT_TURN_MS
  }
  server.off('connection', note)
}
