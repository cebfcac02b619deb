import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { smallDisk } from '../test/small-disk.ts'
import { testFolder } from '../test/test-folder.ts'
import { keepBallast, startWithBallast } from './ballast.ts'

const MB = 1024 ** 2

let folder: string
let cluster: string
let ballast: string
let logged: string[]
const log = (line: string) => logged.push(line)
beforeEach(() => {
  folder = testFolder()
  cluster = join(folder, 'postgres')
  ballast = join(folder, 'ballast')
  logged = []
})

/** Runs the keeper for a moment. It creates the ballast if the disk has space. */
async function keep(spareBytes: number): Promise<void> {
  const { disk } = smallDisk(folder, { freeBytes: 100 * MB + spareBytes, reserveBytes: 100 * MB })
  await keepBallast(cluster, disk, log)()
}

test('the ballast file takes only disk space above the reserve', async () => {
  await keep(50 * MB)
  expect(existsSync(ballast)).toBe(false)
  await keep(100 * MB)
  expect(statSync(ballast)).toMatchObject({ size: 64 * MB })
  expect(statSync(ballast).blocks * 512).toBeGreaterThanOrEqual(64 * MB)
})

test('a ballast file that lost its blocks in a power cut is created again', async () => {
  writeFileSync(ballast, '')
  truncateSync(ballast, 64 * MB)
  expect(statSync(ballast).blocks).toBe(0)
  await keep(200 * MB)
  expect(statSync(ballast).blocks * 512).toBeGreaterThanOrEqual(64 * MB)
})

test('PostgreSQL without disk space is restarted with the ballast’s space', async () => {
  await keep(100 * MB)
  const lines =
    'PostgreSQL did not start:\nPANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device'
  const start = async () => {
    if (existsSync(ballast)) throw new Error(lines)
    return 'running'
  }
  expect(await startWithBallast(cluster, log, start)).toBe('running')
  expect(logged).toEqual(['The disk is full. 64 MB reserved for PostgreSQL were released. Please free up space.'])
  const hopeless = async () => {
    throw new Error(lines)
  }
  await expect(startWithBallast(cluster, log, hopeless)).rejects.toThrow(
    `The disk of ${folder} is full, so the database cannot start. Nothing was lost.`,
  )
})

test('the ballast is kept if PostgreSQL fails for another reason', async () => {
  await keep(100 * MB)
  const start = async () => {
    throw new Error('PostgreSQL did not start:\nFATAL:  could not find the database system')
  }
  await expect(startWithBallast(cluster, log, start)).rejects.toThrow('could not find')
  expect([existsSync(ballast), logged]).toEqual([true, []])
})
