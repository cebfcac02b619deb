import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { close, listen } from './listen.ts'

/** The hook behind `CDN_PURGE_URL`. */
export interface PurgeReceiver {
  url: string
  /** The accepted paths, in order. */
  readonly paths: readonly string[]
  readonly requestsCount: number
  /** Sets its answer from now on. */
  answerWith(status: number): void
  stop(): Promise<void>
}

export async function startPurgeReceiver(): Promise<PurgeReceiver> {
  const paths: string[] = []
  let requestsCount = 0
  let status = 204
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requestsCount++
    const body = (await json(request)) as { paths: string[] }
    if (status < 300) paths.push(...body.paths)
    response.writeHead(status).end()
  }
  const server = createServer((request, response) => void take(request, response))
  return {
    url: `http://127.0.0.1:${await listen(server)}/purge`,
    paths,
    get requestsCount() {
      return requestsCount
    },
    answerWith: (next) => (status = next),
    stop: () => close(server),
  }
}
