import { createConnection, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A client that sends arbitrary bytes. */
export interface RawClient {
  socket: Socket
  write(text: string): void
  /** Returns all received bytes once they match. @throws If the server closes the connection before that. */
  received(pattern: RegExp): Promise<string>
  /** Returns all received bytes once the server has closed the connection. */
  closed: Promise<string>
}

export function connectRaw(app: FastifyInstance): RawClient {
  const { port } = app.server.address() as AddressInfo
  const socket = createConnection(port, '127.0.0.1')
  let text = ''
  const closed = Promise.withResolvers<string>()
  const waiting = new Set<() => void>()
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
    waiting.forEach((look) => look())
  })
  // A client that is still writing receives a reset.
  socket.on('error', () => {})
  socket.on('close', () => closed.resolve(text))
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    received: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(text)) resolve(text)
        }
        waiting.add(look)
        void closed.promise.then((all) => reject(new Error(`The connection was closed after ${JSON.stringify(all)}`)))
        look()
      }),
    closed: closed.promise,
  }
}
