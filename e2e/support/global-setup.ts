import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildMedia } from '../../scripts/serve/build-server.ts'
import { startSharedServers } from '../../server/test/nodes/shared-servers.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { createAuthority, signClip } from '../../server/test/media/signed-clips.ts'
import { shareServers } from './servers/product-of-nodes.ts'
import { startSharedPostgres } from './servers/shared-postgres.ts'
import { type Product, startProduct } from './servers/server.ts'

/**
 * Starts two sites for all tests that start no site of their own. Each test creates its own users and clips. Only the
 * second site makes posters, previews and streams. Making these for every clip would take longer than the tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (!(await buildMedia())) throw new Error('The code of media children could not be bundled.')
  const folder = mkdtempSync(join(tmpdir(), 'reverie-e2e-'))
  process.env.E2E_CLIP = join(folder, 'light.mp4')
  writeClip(process.env.E2E_CLIP, { width: 90, height: 160, seconds: 3, frameRate: 12, audio: { tracks: 1 } })
  process.env.E2E_HEAVY_CLIP = join(folder, 'heavy.mp4')
  writeClip(process.env.E2E_HEAVY_CLIP, { width: 360, height: 640, seconds: 1, frameRate: 10, noise: 360 * 640 * 3 })
  const studio = await createAuthority('A studio')
  process.env.E2E_SIGNED_CLIP = join(folder, 'signed.mp4')
  writeFileSync(process.env.E2E_SIGNED_CLIP, await signClip(readFileSync(process.env.E2E_CLIP), studio))
  const trustList = join(folder, 'signers.pem')
  writeFileSync(trustList, studio.root)
  const shared = process.env.E2E_SITE === 'nodes' ? await startSharedServers() : undefined
  if (shared) shareServers(shared.servers)
  const postgres = shared ? undefined : await startSharedPostgres()
  const stopServers = () => Promise.all([postgres?.stop(), shared?.stop()])
  const [product, rendering] = await startBoth({ C2PA_TRUST_LIST: trustList }).catch(async (error: unknown) => {
    await stopServers()
    throw error
  })
  process.env.E2E_URL = product.url
  process.env.E2E_DATA_DIR = product.dataDir
  process.env.E2E_RENDERING_URL = rendering.url
  process.env.E2E_RENDERING_DATA_DIR = rendering.dataDir
  return async () => {
    await Promise.all([product.stop(), rendering.stop()])
    await stopServers()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startBoth(env: Record<string, string>): Promise<[Product, Product]> {
  const starting = [startProduct(env, { makesRenditions: false, sharesPostgres: true }), startProduct(env)] as const
  try {
    return await Promise.all(starting)
  } catch (error) {
    for (const each of await Promise.allSettled(starting)) if (each.status === 'fulfilled') await each.value.stop()
    throw error
  }
}
