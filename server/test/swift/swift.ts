import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { S3 } from '@aws-sdk/client-s3'
import { isFree } from '../../embedded/free-port.ts'
import type { BucketAddress, BucketKeys } from '../../storage/bucket/bucket-address.ts'
import { PYTHON } from './has-swift.ts'

/** Number of consecutive ports that its servers use. */
const PORTS = 4

export interface Swift {
  endpoint: string
  keys: BucketKeys
  makeBucket(name: string): Promise<BucketAddress>
  stop(): Promise<void>
}

/**
 * Starts OpenStack Swift with its S3 interface. It ends with this process. It supports little more than the minimum, so
 * code that works here works elsewhere.
 */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-swift-'))
  const port = await findFreePorts()
  const keys = { accessKeyId: 'test:tester', secretAccessKey: 'secret' }
  const script = fileURLToPath(new URL('./swift-s3.py', import.meta.url))
  const args = [script, folder, String(port), keys.secretAccessKey]
  const child = spawn(PYTHON, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('Swift did not start'))),
  ])
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    keys,
    makeBucket: (bucket) => makeBucket(endpoint, keys, bucket),
    async stop() {
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
  }
}

export async function makeBucket(endpoint: string, keys: BucketKeys, bucket: string): Promise<BucketAddress> {
  const s3 = new S3({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys })
  await s3.createBucket({ Bucket: bucket })
  s3.destroy()
  return { bucket, endpoint, region: 'us-east-1', isPathStyle: true }
}

/** Returns the first of several consecutive free ports. */
async function findFreePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const free = await Promise.all(Array.from({ length: PORTS }, (_, i) => isFree(first + i)))
    if (free.every(Boolean)) return first
  }
}
