import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Starts a server on this machine. @param port By default a free one. @returns The port. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await once(server.listen(port, host), 'listening')
  return (server.address() as AddressInfo).port
}

/** Stops a server and closes its connections. */
export async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
