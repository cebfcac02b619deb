import { randomUUID } from 'node:crypto'
import { asInOps, type Nginx, startNginx } from '../../../e2e/support/servers/nginx.ts'
import type { BucketKeys } from '../../storage/bucket/bucket-address.ts'
import { databaseAt } from '../database/database-at.ts'
import { executeOnce } from '../database/execute-once.ts'
import { makeBucket, startSwift } from '../swift/swift.ts'
import { startPostgres15 } from '../servers/system-postgres.ts'
import { findPorts } from './find-ports.ts'
import { type Nodes, type NodesOptions, startNodesBehind } from './nodes.ts'

/** The shared data servers of a site: PostgreSQL 15 and OpenStack Swift, one of each for many sites. */
export interface SharedServers {
  postgresUrl: string
  bucketEndpoint: string
  bucketKeys: BucketKeys
}

/** Maximum number of connections: enough for several sites at once, each with a pool in five processes. */
const MAX_CONNECTIONS = 500
const POOL = '4'

export async function startSharedServers(): Promise<{ servers: SharedServers; stop(): Promise<void> }> {
  const [postgres, swift] = await Promise.all([startPostgres15([`max_connections=${MAX_CONNECTIONS}`]), startSwift()])
  return {
    servers: { postgresUrl: postgres.url, bucketEndpoint: swift.endpoint, bucketKeys: swift.keys },
    async stop() {
      await Promise.all([postgres.stop(), swift.stop()])
    },
  }
}

export type SiteOfNodes = Nodes<Nginx>

/**
 * Starts a site as operators run it on several machines. Three web processes run behind nginx with `ops/nginx.conf`,
 * beside two workers, a new database and a new bucket. They share nothing else.
 */
export async function startSiteOfNodes(
  servers: SharedServers,
  options: Pick<NodesOptions<Nginx>, 'env' | 'script' | 'pages'> = {},
): Promise<SiteOfNodes> {
  const name = `site-${randomUUID()}`
  const { accessKeyId, secretAccessKey } = servers.bucketKeys
  await executeOnce(servers.postgresUrl, `create database "${name}"`)
  await makeBucket(servers.bucketEndpoint, servers.bucketKeys, name)
  const settings = {
    DATABASE_POOL: POOL,
    OBJECTS_ACCEL: 'nginx',
    STORAGE_URL: `s3://${name}?endpoint=${servers.bucketEndpoint}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...options.env,
  }
  const [port] = await findPorts(1)
  const front = (origins: string[]) => startNginx(asInOps(origins, { bucket: servers.bucketEndpoint }), { port })
  const nodes = await startNodesBehind(databaseAt(servers.postgresUrl, name), { ...options, env: settings, front })
  await untilAllAreTaken(nodes)
  return {
    ...nodes,
    async stop() {
      await nodes.stop()
      await executeOnce(servers.postgresUrl, `drop database "${name}" with (force)`)
    },
  }
}

/**
 * Waits until nginx uses all servers. nginx starts before them. A server that has refused a connection gets only one
 * request every two seconds until it answers.
 */
export async function untilAllAreTaken({ url, web }: SiteOfNodes): Promise<void> {
  for (let inTurn = 0; inTurn < web.length;) inTurn = (await fetch(`${url}/readyz`)).ok ? inTurn + 1 : 0
}
