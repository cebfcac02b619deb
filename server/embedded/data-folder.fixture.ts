/** Provides tests with a data folder that contains a database, and starts that database. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { claimDataDir } from '../data-dir/data-dir.ts'
import { sharedFolder, testFolder } from '../test/test-folder.ts'
import { systemFolder } from './home.ts'
import { startEmbeddedPostgres } from './postgres.ts'

/** A folder for the current test, and the data folder in it. */
export let scratch: string
export let dataDir: string
/** Lines for the operator that `start()` logged during the current test. */
export const logged: string[] = []

/**
 * Gives each test of a file a data folder in the state after the first start. The folder is a copy, because creating a
 * database is slow.
 */
export function prepareDataFolders(): void {
  const prepared = sharedFolder({ isOpen: true })

  beforeAll(async () => {
    const dataDirOfAll = join(prepared, 'data')
    const { release } = await claimDataDir(dataDirOfAll)
    const { stop } = await startEmbeddedPostgres({ dataDir: dataDirOfAll, log: () => {} })
    await stop()
    release()
  })

  beforeEach(() => {
    logged.length = 0
    scratch = testFolder({ isOpen: true })
    dataDir = join(scratch, 'data')
    copyWithOwners(join(prepared, 'data'), dataDir)
  })

  afterEach(() => {
    removeSystemHome(dataDir)
    removeSystemHome(`${dataDir}-2`)
  })
}

export function readPasswords(): string[] {
  return readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim().split('\n')
}

function copyWithOwners(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

export async function start(folder = dataDir) {
  const { release } = await claimDataDir(folder)
  onTestFinished(release)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: (line) => logged.push(line) })
  const stop = async () => {
    await postgres.stop()
    release()
  }
  onTestFinished(stop)
  return { ...postgres, stop }
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  // Some of these tests kill PostgreSQL while connections are open.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

/** Removes what a start as root may have made outside of the scratch folder. */
function removeSystemHome(folder: string): void {
  const id = readIfThere(join(folder, 'postgres-id'))?.trim()
  if (id) rmSync(join(systemFolder, id), { recursive: true, force: true })
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
