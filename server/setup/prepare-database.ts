import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../db/connect.ts'
import { findMissingMigration, migrateToLatest } from '../db/prepare/migrate.ts'
import type { Replicas } from '../db/replicas/replicas.ts'
import { requireSupportedDatabase } from '../db/prepare/supported-database.ts'
import { areQueuesThere } from '../jobs/jobs.ts'
import type { Config } from './config.ts'
import type { Logger } from './logger.ts'

const LOOK_EVERY_MS = 200

/** @throws {StartupError} If the database does not answer or is not suitable. */
export async function checkDatabase(db: Db, config: Config, log: Logger): Promise<void> {
  await requireSupportedDatabase(db)
  if (!config.databaseUrl) return
  const { checkExternalDatabase } = await import('../db/prepare/external-database.ts')
  const warn = (line: string) => log.warn(line)
  await checkExternalDatabase(db, { poolSize: config.databasePool, directUrl: config.databaseDirectUrl, warn })
}

/** Migrates the schema, without the pooler if there is one. */
export async function migrate(db: Db, { databaseDirectUrl }: Config): Promise<void> {
  await using direct = databaseDirectUrl === undefined ? undefined : connect(databaseDirectUrl, { poolSize: 1 })
  await migrateToLatest(direct ?? db)
}

/**
 * For processes without background work. Waits until a worker has migrated the schema and created the queues.
 * Meanwhile, reports which parts are missing.
 *
 * @returns `false` if it was asked to stop during that time.
 */
export async function untilPrepared(db: Db, config: Config, log: Logger, stopping: AbortSignal): Promise<boolean> {
  let missing = await findMissing(db)
  if (missing === undefined) return true
  const { answerNotReady } = await import('./not-ready.ts')
  const stop = await answerNotReady(config, () => `waiting for ${missing}`)
  try {
    for (let logged: string | undefined; missing !== undefined && !stopping.aborted; missing = await findMissing(db)) {
      if (missing !== logged)
        log.warn(`A process with ROLE=worker has to prepare the database: waiting for ${missing}.`)
      logged = missing
      await sleep(LOOK_EVERY_MS)
    }
    return missing === undefined
  } finally {
    await stop()
  }
}

async function findMissing(db: Db): Promise<string | undefined> {
  const migration = await findMissingMigration(db)
  if (migration !== undefined) return `migration ${migration.slice(0, 4)}`
  return (await areQueuesThere(db)) ? undefined : 'the queues'
}

/** @returns `undefined` without replicas. */
export async function followReplicas(db: Db, config: Config, log: Logger): Promise<Replicas | undefined> {
  if (config.databaseReplicaUrls.length === 0) return undefined
  const { Replicas } = await import('../db/replicas/replicas.ts')
  const options = { poolSize: config.databasePool, warn: (line: string) => log.warn(line) }
  return Replicas.follow(db, config.databaseReplicaUrls, options)
}
