import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getFreePort } from '../../../server/embedded/free-port.ts'
import { startCdn } from './cdn.ts'
import { startProductOfNodes } from './product-of-nodes.ts'
import { createSiteDatabase } from './shared-postgres.ts'
import { keepSettings } from '../settings.ts'

/** A running site, in one or several processes of its own. */
export interface Product extends AsyncDisposable {
  /** Origin of the site. */
  url: string
  readonly pid: number
  dataDir: string
  /** Kills the server with SIGKILL. */
  crash(): Promise<void>
  /** Starts the server again at the same address, with the same data. */
  restart(options?: ProductOptions): Promise<void>
  /** Shuts the server down and deletes its data. `await using` calls it at the end of the scope. */
  stop(): Promise<void>
}

export interface ProductOptions {
  /** Whether published clips get a poster, a preview and a stream. */
  makesRenditions?: boolean
  /**
   * Whether to use a database on the PostgreSQL of the run. Such a database starts a second faster than an embedded
   * one.
   */
  sharesPostgres?: boolean
  /** Whether to run the bundled server, as releases do. The bundle must have been built. */
  isBundled?: boolean
}

const startDeadlineMs = 180_000

/** Starts a site in one process. If `E2E_SITE=nodes`, starts several processes, as if they ran on several machines. */
export function startProduct(env: Record<string, string> = {}, options: ProductOptions = {}): Promise<Product> {
  return process.env.E2E_SITE === 'nodes' ? startProductOfNodes(env, options) : startAlone(env, options)
}

/** Starts a site with `OBJECTS_URL` set to a separate server, which gets the objects from the site. */
export async function startBehindCdn(
  env: Record<string, string> = {},
  options: ProductOptions = {},
): Promise<Product & { cdnUrl: string }> {
  const cdn = await startCdn()
  try {
    const product = await startProduct({ ...env, OBJECTS_URL: cdn.url }, options)
    cdn.passTo(product.url)
    const { stop } = product
    product.stop = async () => {
      await stop()
      await cdn.stop()
    }
    return Object.assign(product, { cdnUrl: cdn.url })
  } catch (error) {
    await cdn.stop()
    throw error
  }
}

/**
 * Starts the server with an empty data folder, without demo content and rate limits. The web app must have been built.
 *
 * @param env Settings to override.
 * @throws {Error} If the server does not start. The message contains its output.
 */
async function startAlone(env: Record<string, string>, options: ProductOptions): Promise<Product> {
  const database = options.sharesPostgres ? await createSiteDatabase() : { DATABASE_URL: '' }
  const scratch = mkdtempSync(join(tmpdir(), 'reverie-product-'))
  // If root starts PostgreSQL, it runs as another user. That user must be able to enter this folder.
  chmodSync(scratch, 0o711)
  const dataDir = env.DATA_DIR ?? join(scratch, 'data')
  const port = await getFreePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, DATA_DIR: dataDir, ...database }
  keepSettings(dataDir, settings)
  // The small disk reserve lets tests run on a machine with a nearly full disk.
  const lenient = { DEMO: 'off', RATE_LIMITS: 'off', DISK_RESERVE: '64MB' }
  const launch = ({ makesRenditions = true, isBundled = false }: ProductOptions) => {
    const script = isBundled ? '../../../scripts/serve/start.mjs' : 'serve-rendering.ts'
    return launchServer(makesRenditions ? script : 'serve-only.ts', url, { ...settings, ...lenient, ...env })
  }
  const remove = () => rmSync(scratch, { recursive: true, force: true })
  let server = await launch(options).catch((error: unknown) => {
    remove()
    throw error
  })
  return {
    url,
    dataDir,
    get pid() {
      return server.pid
    },
    crash: () => server.end('SIGKILL'),
    async restart(changed = options) {
      server = await launch(changed)
    },
    async stop() {
      await server.end('SIGTERM')
      remove()
    },
    [Symbol.asyncDispose](this: Product) {
      return this.stop()
    },
  }
}

interface Server {
  pid: number
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

async function launchServer(script: string, url: string, env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, script)], {
    env: { ...process.env, ...env },
    // The channel tells the server when this process has ended (scripts/launch/stop-with-parent.mjs).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
  const exited = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
  }
  try {
    await waitUntilReady(url, () => child.exitCode ?? child.signalCode)
  } catch (error) {
    await end('SIGTERM')
    throw new Error(`The product did not start:\n${output}`, { cause: error })
  }
  return { pid: child.pid ?? 0, end }
}

async function waitUntilReady(url: string, ended: () => unknown): Promise<void> {
  const deadline = Date.now() + startDeadlineMs
  while (!(await isReady(url))) {
    if (ended() !== null) throw new Error('It ended.')
    if (Date.now() > deadline) throw new Error(`It was not ready within ${startDeadlineMs} ms.`)
    await new Promise((next) => setTimeout(next, 10))
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false // Not listening yet.
  }
}
