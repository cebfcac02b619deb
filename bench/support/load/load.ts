import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface Load {
  port: number
  connections: number
  durationMs: number
  /** Whole HTTP/1.1 requests, head and body. Each connection repeats them in order, from its own starting point. */
  requests: string[]
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Number of replies by status. */
  statuses: Record<string, number>
}

/** Sends `requests` for `durationMs`. Every connection waits for a reply before it sends its next request. */
export async function runLoad(load: Load): Promise<LoadResult> {
  return JSON.parse(await runChild('http-load.child.ts', load)) as LoadResult
}

/** Serialises a request for the wire. */
export function httpRequest(
  method: string,
  path: string,
  { cookie, body, headers = {} }: { cookie?: string | undefined; body?: object; headers?: Record<string, string> } = {},
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

export interface SqlLoad {
  url: string
  clients: number
  durationMs: number
  sql: string
  /** Values as text. Each client runs the statement with one set of values after another. */
  parameters: string[][]
}

/**
 * Measures how often PostgreSQL itself runs a prepared statement, including commits. There are `clients` connections,
 * each with one statement in progress, and the rows are not parsed.
 *
 * @returns Statements per second.
 */
export async function runSqlLoad(load: SqlLoad): Promise<number> {
  return Number(await runChild('sql-load.child.ts', load))
}

/**
 * Runs a load generator in a process of its own, so that the measured process has a core to itself.
 *
 * @param load Sent to its standard input as JSON.
 * @returns Its output.
 */
async function runChild(program: string, load: object): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}`)
  return output
}
