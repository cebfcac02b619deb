import { createServer } from 'node:http'
import { once } from 'node:events'

/**
 * Answers requests until the web server can start: 200 at `/healthz`, and 503 with the reason everywhere else.
 *
 * @returns A function that stops it and frees the port. If the port is taken, the web server reports that later.
 */
export async function answerNotReady(
  { host, port }: { host: string; port: number },
  reason: () => string,
): Promise<() => Promise<void>> {
  const server = createServer((request, reply) => {
    const isAlive = request.url === '/healthz'
    const body = JSON.stringify({ status: isAlive ? 'ok' : reason() })
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    }
    reply.writeHead(isAlive ? 200 : 503, isAlive ? headers : { ...headers, 'retry-after': '1' }).end(body)
  })
  server.listen(port, host)
  await once(server, 'listening').catch(() => {})
  return async () => {
    if (!server.listening) return
    server.close()
    // Browsers open connections on which they may send nothing for a long time.
    server.closeAllConnections()
    await once(server, 'close')
  }
}
