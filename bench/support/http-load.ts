import { runChild } from './run-child.ts'

/** The result of one run of the load generator. */
export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Number of replies by status. */
  statuses: Record<string, number>
}

export interface Load {
  port: number
  connections: number
  durationMs: number
  /** Whole HTTP/1.1 requests, head and body; each connection sends them in turn, from its own starting point. */
  requests: string[]
}

/** Sends `requests` for `durationMs`. Every connection waits for a reply before it sends its next request. */
export async function runLoad(load: Load): Promise<LoadResult> {
  return JSON.parse(await runChild('http-load.child.ts', load)) as LoadResult
}

/** Serialises a request for the wire. */
export function httpRequest(
  method: string,
  path: string,
  { cookie, body, headers = {} }: { cookie?: string; body?: object; headers?: Record<string, string> } = {},
): string {
  const payload = body ? JSON.stringify(body) : ''
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: bench.test',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`] : []),
  ]
  return `${head.join('\r\n')}\r\n\r\n${payload}`
}
