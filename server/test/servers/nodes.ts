import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '../../embedded/free-port.ts'
import { startRoundRobin, type RoundRobin } from './round-robin.ts'

const START_SCRIPT = resolve(import.meta.dirname, '../../../scripts/serve/start-server.ts')

/** A process of a site that several serve. */
export interface Node {
  /** Its own origin; of a worker, none. */
  url: string
  pid: number
  output(): string
  /** @returns When it has ended: the code that it ended with, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string | null>
  /** Ends it in order, and starts it again at the same address. */
  restart(): Promise<void>
}

/** Several processes of one site, each with a data folder of its own and the same objects, behind a proxy. */
export interface Nodes {
  /** The proxy's: requests go to the processes that are ready, in turn. */
  url: string
  web: Node[]
  workers: Node[]
  proxy: RoundRobin
  stop(): Promise<void>
}

/**
 * Starts processes of a site on an external database.
 *
 * @param env Settings of all of them that differ.
 * @throws With what one wrote, if it does not come up.
 */
export async function startNodes(
  databaseUrl: string,
  { web = 3, workers = 2, env = {} }: { web?: number; workers?: number; env?: Record<string, string> } = {},
): Promise<Nodes> {
  const scratch = mkdtempSync(join(tmpdir(), 'reverie-nodes-'))
  const objects = join(scratch, 'objects')
  mkdirSync(objects)
  const proxy = await startRoundRobin()
  const settings = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'n'.repeat(32),
    PUBLIC_URL: proxy.url,
    HOST: '127.0.0.1',
    DEMO: 'off',
    RATE_LIMITS: 'off',
    DISK_RESERVE: '64MB',
    ...env,
  }
  const begin = async (role: 'web' | 'worker', number: number): Promise<Node> => {
    const dataDir = join(scratch, `${role}-${number}`)
    mkdirSync(dataDir, { mode: 0o700 })
    symlinkSync(objects, join(dataDir, 'objects'))
    const port = await findFreePort()
    return startNode(role === 'web' ? `http://127.0.0.1:${port}` : '', {
      ...settings,
      ROLE: role,
      PORT: String(port),
      DATA_DIR: dataDir,
    })
  }
  const started = await Promise.all([
    ...Array.from({ length: workers }, (_, i) => begin('worker', i)),
    ...Array.from({ length: web }, (_, i) => begin('web', i)),
  ])
  const nodes = { workers: started.slice(0, workers), web: started.slice(workers) }
  await proxy.use(nodes.web.map(({ url }) => url))
  return {
    url: proxy.url,
    proxy,
    ...nodes,
    async stop() {
      await proxy.stop()
      await Promise.all(started.map((node) => node.end('SIGKILL')))
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

async function startNode(url: string, env: Record<string, string>): Promise<Node> {
  let child: ChildProcess
  let output = ''
  const launch = async () => {
    child = spawn(process.execPath, [START_SCRIPT], {
      env: { ...process.env, ...env },
      // The channel tells it when we are gone (scripts/launch/stop-with-parent.ts).
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
    const { promise, resolve: isReady, reject } = Promise.withResolvers<void>()
    child.stdout?.on('data', () => /^Reverie (is ready|works)/m.test(output) && isReady())
    child.once('exit', () => reject(new Error(`A process of the site did not start:\n${output}`)))
    await promise
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.signalCode ?? child.exitCode
  }
  await launch()
  return {
    url,
    get pid() {
      return child.pid ?? 0
    },
    output: () => output,
    end,
    async restart() {
      const code = await end('SIGTERM')
      if (code !== 0) throw new Error(`It ended with ${code}:\n${output}`)
      await launch()
    },
  }
}
