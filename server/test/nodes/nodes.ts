import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findPorts } from './find-ports.ts'
import { startRoundRobin, type RoundRobin } from './round-robin.ts'

const START_SCRIPT = resolve(import.meta.dirname, '../../../scripts/serve/start-server.ts')

type Role = 'web' | 'worker'

/** A process of a site with several processes. */
export interface Node {
  /** Origin of the process; empty for a worker. */
  url: string
  pid: number
  output(): string
  /** @returns The exit code or the signal, when it has ended. */
  end(signal: NodeJS.Signals): Promise<number | string | null>
  /** Stops it cleanly and starts it again at the same address. */
  restart(): Promise<void>
}

/** The proxy, which passes requests to the processes in turn. */
interface Front {
  url: string
  stop(): Promise<void>
}

/** Several processes of one site, each with its own data folder, behind a proxy. */
export interface Nodes<Proxy extends Front = RoundRobin> {
  /** Origin of the proxy. */
  url: string
  web: Node[]
  workers: Node[]
  proxy: Proxy
  /** Settings for an operator's command on the machine of one of the processes. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export interface NodesOptions<Proxy extends Front> {
  web?: number
  workers?: number
  /** Settings that differ from the default, for all processes. */
  env?: Record<string, string>
  /** Path of the script that starts each process. */
  script?: string
  /** A folder with the operator's pages, for each process. */
  pages?: string
  /** Starts the proxy for these addresses, before any process answers there. */
  front: (origins: string[]) => Promise<Proxy>
}

/**
 * Starts processes of a site behind a proxy that selects ready ones, as load balancers do. Waits until all are ready.
 */
export async function startNodes(
  databaseUrl: string,
  options: Omit<NodesOptions<RoundRobin>, 'front'> = {},
): Promise<Nodes> {
  const nodes = await startNodesBehind(databaseUrl, { ...options, front: startRoundRobin })
  await nodes.proxy.untilAllAreReady()
  return nodes
}

/**
 * Starts processes of a site on an external database. Objects are in the bucket that `env` names, otherwise in a shared
 * folder.
 *
 * @throws With the output of a process that does not start.
 */
export async function startNodesBehind<Proxy extends Front>(
  databaseUrl: string,
  { web = 3, workers = 2, env = {}, script = START_SCRIPT, pages, front }: NodesOptions<Proxy>,
): Promise<Nodes<Proxy>> {
  const scratch = mkdtempSync(join(tmpdir(), 'reverie-nodes-'))
  const objects = env.STORAGE_URL ? undefined : join(scratch, 'objects')
  if (objects) mkdirSync(objects)
  const roles = [...Array<'worker'>(workers).fill('worker'), ...Array<'web'>(web).fill('web')]
  const ports = await findPorts(roles.length)
  const origins = ports.slice(workers).map((port) => `http://127.0.0.1:${port}`)
  const proxy = await front(origins)
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
  const dataDirOf = (role: Role, i: number) => join(scratch, `${role}-${i}`)
  const begin = (role: Role, i: number): Promise<Node> => {
    const dataDir = dataDirOf(role, i)
    mkdirSync(dataDir, { mode: 0o700 })
    if (objects) symlinkSync(objects, join(dataDir, 'objects'))
    if (pages) symlinkSync(pages, join(dataDir, 'pages'))
    const port = String(ports[i])
    const url = role === 'web' ? `http://127.0.0.1:${port}` : ''
    return startNode(script, url, { ...settings, ROLE: role, PORT: port, DATA_DIR: dataDir })
  }
  const starting = roles.map(begin)
  const stop = async () => {
    await proxy.stop()
    for (const each of await Promise.allSettled(starting)) {
      if (each.status === 'fulfilled') await each.value.end('SIGKILL')
    }
    rmSync(scratch, { recursive: true, force: true })
  }
  try {
    const started = await Promise.all(starting)
    const [workerNodes, webNodes] = [started.slice(0, workers), started.slice(workers)]
    return {
      url: proxy.url,
      proxy,
      workers: workerNodes,
      web: webNodes,
      settings: { ...settings, DATA_DIR: dataDirOf(roles[0]!, 0) },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startNode(script: string, url: string, env: Record<string, string>): Promise<Node> {
  let child: ChildProcess
  let output = ''
  const launch = async () => {
    child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      // The channel reveals the end of this process (scripts/launch/stop-with-parent.mjs).
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
