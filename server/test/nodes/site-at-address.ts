import { resolve } from 'node:path'
import { inject } from 'vitest'
import { parseBucketAddress } from '../../storage/bucket/bucket-address.ts'
import { openTestBucket } from '../servers/test-bucket.ts'
import { startSiteOfNodes } from './shared-servers.ts'

const SCRIPT = resolve(import.meta.dirname, '../../../e2e/support/servers/serve-only.ts')

/** Starts a site on several machines for a test file, which can access its database and its bucket. */
export async function startSiteAtAddress({ rateLimits }: { rateLimits: boolean }) {
  const servers = inject('servers')
  if (!servers) return undefined
  const env = { PUBLIC_URL: 'http://reverie.test', RATE_LIMITS: rateLimits ? 'on' : 'off' }
  const site = await startSiteOfNodes(servers, { env, script: SCRIPT })
  const { DATABASE_URL = '', SESSION_SECRET = '', STORAGE_URL = '' } = site.settings
  return {
    origin: site.url,
    /** Address of the site's database. */
    url: DATABASE_URL,
    secret: SESSION_SECRET,
    files: await openTestBucket(parseBucketAddress(STORAGE_URL)!, servers.bucketKeys),
    drop: () => site.stop(),
  }
}
