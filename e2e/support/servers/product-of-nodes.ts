import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type SharedServers, startSiteOfNodes } from '../../../server/test/nodes/shared-servers.ts'
import type { Product, ProductOptions } from './server.ts'
import { keepSettings } from '../settings.ts'

/** Passes the servers that all sites of a run share to the test processes. */
export function shareServers(servers: SharedServers): void {
  process.env.E2E_SERVERS = JSON.stringify(servers)
}

/** Starts a site on several machines (`server/test/nodes/`). Its processes cannot be killed one by one. */
export async function startProductOfNodes(env: Record<string, string>, options: ProductOptions): Promise<Product> {
  const servers = JSON.parse(process.env.E2E_SERVERS ?? '') as SharedServers
  const scratch = mkdtempSync(join(tmpdir(), 'reverie-site-'))
  // This folder contains the operator's pages, which are the same on each machine.
  const dataDir = join(scratch, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const script = resolve(
    import.meta.dirname,
    options.makesRenditions === false ? 'serve-only.ts' : '../../../scripts/serve/start-server.ts',
  )
  const nodes = await startSiteOfNodes(servers, { env, script, pages: join(dataDir, 'pages') })
  keepSettings(dataDir, nodes.settings)
  const refuse = () => Promise.reject(new Error('A site of several processes cannot be killed or restarted as one.'))
  return {
    url: nodes.url,
    dataDir,
    pid: 0,
    crash: refuse,
    restart: refuse,
    async stop() {
      await nodes.stop()
      rmSync(scratch, { recursive: true, force: true })
    },
    [Symbol.asyncDispose](this: Product) {
      return this.stop()
    },
  }
}
