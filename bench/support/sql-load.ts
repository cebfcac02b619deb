import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface SqlLoad {
  url: string
  clients: number
  durationMs: number
  sql: string
  /** Values as text; each client runs the statement with each of these in turn. */
  parameters: string[][]
}

/**
 * Measures how often PostgreSQL itself runs a prepared statement, including commits: `clients` connections in a
 * separate process, each with one statement in progress, and rows not parsed.
 *
 * @returns Statements per second.
 */
export function runSqlLoad(load: SqlLoad): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = fileURLToPath(new URL('sql-load.child.ts', import.meta.url))
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Number(output))
      else reject(new Error(`The SQL load ended with ${code}`))
    })
    child.stdin.end(JSON.stringify(load))
  })
}
