import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isRoot, newAccount, NOBODY } from '../../data-dir/account.ts'
import { getFreePort } from '../../embedded/free-port.ts'
import { findTemporaryParent } from '../../embedded/home.ts'

/** Debian's folder of the oldest supported PostgreSQL. */
const FOLDER = '/usr/lib/postgresql/15/bin'

const LOOK_EVERY_MS = 100

export const hasPostgres15 = existsSync(join(FOLDER, 'initdb'))

export const notRun = `Not run: moving to PostgreSQL 15 (there is none in ${FOLDER}).`

/** Starts the system's PostgreSQL 15 on a temporary cluster. @param more Settings, as `name=value`. */
export async function startPostgres15(more: string[] = []): Promise<{ url: string; stop(): Promise<void> }> {
  // `initdb` requires a user with a name.
  const account = isRoot() ? { uid: NOBODY, gid: NOBODY } : {}
  const folder = mkdtempSync(join(findTemporaryParent(newAccount()), 'reverie-postgres15-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  for (const path of isRoot() ? [folder, data] : []) chownSync(path, NOBODY, NOBODY)
  const made = spawnSync(
    join(FOLDER, 'initdb'),
    [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...account, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await getFreePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off', ...more]
  const server = spawn(join(FOLDER, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  const exited = once(server, 'exit')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  while (server.exitCode === null && !(await answers(url))) await delay(LOOK_EVERY_MS)
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
