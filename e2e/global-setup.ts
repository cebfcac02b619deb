import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeClip } from '../server/features/media/generated-clip.ts'
import { startProduct } from './server.ts'

/** One product serves the whole run; each test makes people and clips of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-e2e-'))
  process.env.E2E_CLIP = join(folder, 'light.mp4')
  // So small that what is made of it costs nothing: dozens of tests publish it, on two cores.
  writeClip(process.env.E2E_CLIP, { width: 90, height: 160, seconds: 3, frameRate: 12, sound: { tracks: 1 } })
  const product = await startProduct()
  process.env.E2E_URL = product.url
  process.env.E2E_DATA_DIR = product.dataDir
  return async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
