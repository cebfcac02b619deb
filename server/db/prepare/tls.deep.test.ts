import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startThrowawayPostgres } from '../../test/servers/throwaway-postgres.ts'
import { hasOpenssl, makeCertificates, notRun } from '../../test/servers/certificates.ts'
import { executeOnce } from '../../test/database/execute-once.ts'
import { connectPatiently } from '../../test/connect-patiently.ts'
import { requireSupportedDatabase } from './supported-database.ts'

let folder: string
let postgres: Awaited<ReturnType<typeof startThrowawayPostgres>>

if (hasOpenssl) {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reverie-tls-'))
    makeCertificates(folder, 'localhost')
    postgres = await startThrowawayPostgres()
    await speakTls()
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })
} else {
  console.log(notRun)
}

async function speakTls(): Promise<void> {
  const db = connectPatiently(postgres.url, { poolSize: 1 })
  const { rows } = await sql<{ cluster: string }>`select current_setting('data_directory') as cluster`.execute(db)
  const { uid, gid } = statSync(rows[0]!.cluster)
  for (const name of ['server.key', 'server.pem']) {
    const copy = join(rows[0]!.cluster, name)
    copyFileSync(join(folder, name), copy)
    chmodSync(copy, 0o600)
    chownSync(copy, uid, gid)
  }
  await db.destroy()
  for (const setting of [`ssl_key_file = 'server.key'`, `ssl_cert_file = 'server.pem'`, 'ssl = on']) {
    await executeOnce(postgres.url, `alter system set ${setting}`)
  }
  await executeOnce(postgres.url, 'select pg_reload_conf()')
}

/** Connects to the database with these parameters. @returns Whether the connection is encrypted, or why it fails. */
async function ask(parameters: string, host = 'localhost'): Promise<string> {
  const url = new URL(parameters, postgres.url)
  url.hostname = host
  const db = connectPatiently(url.href, { poolSize: 1 })
  try {
    await requireSupportedDatabase(db)
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    return rows[0]!.ssl ? 'encrypted' : 'plain'
  } catch (error) {
    return (error as Error).message
  } finally {
    await db.destroy()
  }
}

const OTHER_NAME = /^The database cannot be used: Hostname\/IP does not match certificate's altnames/
const UNKNOWN_AUTHORITY = /^The database cannot be used: (self-signed|unable to verify)/

test.runIf(hasOpenssl)('each sslmode of DATABASE_URL behaves as documented', async () => {
  const ca = `&sslrootcert=${encodeURIComponent(join(folder, 'ca.pem'))}`
  // Succeeds once the server has reloaded its settings.
  await expect.poll(() => ask('?sslmode=no-verify')).toBe('encrypted')
  expect(await ask('')).toBe('plain')
  expect(await ask('?sslmode=disable')).toBe('plain')
  for (const mode of ['verify-full', 'require']) {
    expect(await ask(`?sslmode=${mode}${ca}`)).toBe('encrypted')
    expect(await ask(`?sslmode=${mode}`)).toMatch(UNKNOWN_AUTHORITY)
    expect(await ask(`?sslmode=${mode}${ca}`, '127.0.0.1')).toMatch(OTHER_NAME)
  }
  expect(await ask('?sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).toMatch(/cannot be used: ENOENT.*ca\.pem/)
})
