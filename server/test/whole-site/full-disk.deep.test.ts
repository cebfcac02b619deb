import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Product, startProduct } from '../../../e2e/support/servers/server.ts'
import { connectPatiently } from '../connect-patiently.ts'
import { isRoot } from '../../data-dir/account.ts'
import { claimDataDir } from '../../data-dir/data-dir.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../../embedded/postgres.ts'
import { findDifferences } from '../../features/site/doctor/find-differences.ts'
import { DiskStorage } from '../../storage/disk/disk-storage.ts'
import { Browser, clip } from './nodes.suite.ts'

// Runs the real server on a disk that is really full. Only root can mount one, so other users skip this test.
// objects/disk-budget.test.ts tests the same refusals on a simulated disk.

const MB = 1024 ** 2
const SIZE = '400m'
const RESERVE = '120MB'
const longPoll = { timeout: 60_000, interval: 100 }
const account = { email: 'a@example.org', password: 'a good secret' }
const canMount = isRoot() && process.platform === 'linux'

let disk: string
let dataDir: string
let product: Product
const person = new Browser()
let videoId: string
const acknowledged: string[] = []

beforeAll(async () => {
  if (!canMount) return
  disk = mkdtempSync(join(tmpdir(), 'reverie-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk])
  chmodSync(disk, 0o711) // If root starts PostgreSQL, it runs as another user, who must be able to enter.
  dataDir = join(disk, 'data')
  product = await startProduct({ DATA_DIR: dataDir, DISK_RESERVE: RESERVE })
  await person.json('POST', `${product.url}/api/register`, account)
  videoId = await publishClip()
})
afterAll(async () => {
  if (!canMount) return
  await product?.stop()
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

test.runIf(canMount)(
  'a full disk of 400 MB refuses uploads, loses nothing and recovers',
  async () => {
    await expect.poll(() => existsSync(ballast()), longPoll).toBe(true)
    await refusesAFileThatIsTooLarge()
    await continuesAtTheReserve()
    await comesUpAgainOnAFullDisk()
    await recoversWithRoom()
  },
  300_000,
)

test.runIf(canMount)('a data folder on a disk without any space is refused because the disk is full', async () => {
  const full = mountDisk('1m')
  mkdirSync(join(full, 'data'), { mode: 0o700 })
  execFileSync('fallocate', ['-l', String(MB), join(full, 'filler')])
  await expect(claimDataDir(join(full, 'data'))).rejects.toThrow(
    `${join(full, 'data/reverie.lock')} cannot be written, because its disk is full. Please free up space.`,
  )
})

test.runIf(canMount)('a first start without room for a database says that its disk is full', async () => {
  const small = join(mountDisk('20m'), 'data')
  const { release } = await claimDataDir(small)
  onTestFinished(release)
  await expect(startEmbeddedPostgres({ dataDir: small, log: () => {} })).rejects.toThrow(
    /^PostgreSQL could not make its data folder [^]*No space left on device/,
  )
})

/** Mounts a small disk, which every user may enter, until the test ends. @returns Its folder. */
function mountDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-no-space-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', [folder]))
  return folder
}

async function refusesAFileThatIsTooLarge(): Promise<void> {
  const before = freeBytes()
  const path = `${product.url}/api/objects/upload`
  const ticket = await person.json<{ uploadURL: string; resumableURL: string }>('POST', path)
  const length = before - 100 * MB
  const refused = await tryToPut(ticket.uploadURL, length)
  expect([refused.status, refused.code]).toEqual([507, 'STORAGE_FULL'])
  const begun = await fetch(ticket.resumableURL, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length) },
  })
  expect(begun.status).toBe(507)
  expect(partsOnDisk()).toEqual([])
  expect(freeBytes()).toBeGreaterThan(before - 20 * MB)
}

async function continuesAtTheReserve(): Promise<void> {
  fill('some', freeBytes() - 70 * MB)
  const refused = await send('POST', '/api/objects/upload')
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([507, 'STORAGE_FULL'])
  expect(await readiness()).toEqual([200, { status: 'ok', uploads: 'paused' }])
  expect((await send('POST', `/api/videos/${videoId}/like`)).status).toBe(200)
  expect(await comment('at the reserve')).toBe(201)
  await new Browser().json('POST', `${product.url}/api/login`, account)
}

async function comesUpAgainOnAFullDisk(): Promise<void> {
  fillAll('rest')
  // Refused changes get a sentence; accepted ones must survive.
  await expect.poll(() => comment('on the ballast'), longPoll).toBe(201)
  await expect.poll(() => existsSync(ballast()), longPoll).toBe(false)
  killPostgres()
  await expect.poll(() => comment('after a kill'), longPoll).toBe(201)
  // Also fills the space that the released ballast left.
  fillAll('ballast')
  expect((await readiness())[0]).toBe(503)
  expect((await send('GET', '/')).status).toBe(200)
  killPostgres()
  for (let n = 0; n < 5; n++) await comment(`without room ${n}`)
}

async function recoversWithRoom(): Promise<void> {
  for (const name of ['some', 'rest', 'ballast']) rmSync(join(disk, `filler-${name}`), { force: true })
  await expect.poll(readiness, longPoll).toEqual([200, { status: 'ok' }])
  await expect.poll(() => existsSync(ballast()), longPoll).toBe(true)
  await publishClip()
  expect(await comment('with room again')).toBe(201)
  const address = `${product.url}/api/videos/${videoId}/comments?limit=100`
  const list = await person.json<{ comments: { text: string }[] }>('GET', address)
  // Some of the refused changes may have been made nevertheless, as after any lost answer.
  expect(list.comments.map(({ text }) => text)).toEqual(expect.arrayContaining(acknowledged))
  expect(await differences()).toEqual([])
}

async function differences(): Promise<string[]> {
  const db = connectPatiently(findRunningPostgres(dataDir) ?? '')
  try {
    const storage = await DiskStorage.open(join(dataDir, 'objects'), { isShared: true })
    return (await findDifferences({ db, storage })).map(({ line }) => line)
  } finally {
    await db.destroy()
  }
}

const ballast = () => join(dataDir, 'ballast')
const partsOnDisk = () => ['incoming', 'resumable'].flatMap((name) => readdirSync(join(dataDir, 'objects', name)))

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

function fill(name: string, bytes: number): void {
  execFileSync('fallocate', ['-l', String(bytes), join(disk, `filler-${name}`)], { stdio: 'pipe' })
}

/** Fills nearly all free space in one step, but not space that is freed meanwhile. */
function fillAll(name: string): void {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return fill(name, freeBytes() - MB / 4)
    } catch {
      // The database has taken some of the space in between.
    }
  }
  throw new Error('The disk could not be filled')
}

function killPostgres(): void {
  const lockFile = join(dataDir, 'postgres/postmaster.pid')
  // PostgreSQL may have ended on its own, for lack of space.
  const pid = existsSync(lockFile) ? Number.parseInt(readFileSync(lockFile, 'utf8'), 10) : 0
  if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
}

const send = (method: string, path: string) => person.send(product.url + path, { method })

async function comment(text: string): Promise<number> {
  const { status } = await person.send(`${product.url}/api/videos/${videoId}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  if (status === 201) acknowledged.push(text)
  return status
}

async function readiness(): Promise<[number, unknown]> {
  const reply = await send('GET', '/readyz')
  return [reply.status, await reply.json()]
}

/** Announces `length` bytes and sends as many as the server reads before it answers. */
async function tryToPut(url: string, length: number): Promise<{ status: number; code: string }> {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(MB))
    },
  })
  const init = { method: 'PUT', headers: { 'content-length': String(length) }, body, duplex: 'half' }
  const reply = await fetch(url, init as RequestInit)
  return { status: reply.status, code: ((await reply.json()) as { code: string }).code }
}

/** @returns Its id. */
async function publishClip(): Promise<string> {
  return person.publish(product.url, await person.put(product.url, await clip()))
}
