import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Starts a server on a free port of this machine. @returns The port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening')
  return (server.address() as AddressInfo).port
}

/** Stops a server and closes its connections. */
export async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
