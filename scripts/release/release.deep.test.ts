import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectPatiently } from '../../server/test/connect-patiently.ts'
import { listProcesses } from '../../server/jobs/processes.ts'
import { findPorts } from '../../server/test/nodes/find-ports.ts'
import { emptyDatabase } from '../../server/test/servers/test-database.ts'
import { sharedFolder } from '../../server/test/test-folder.ts'
import { Browser, clip, startLoad } from '../../server/test/whole-site/nodes.suite.ts'
import { untilEnded, untilReady } from '../support/commands.fixture.ts'
import { copyPackages } from './build-release.ts'

const PER_SECOND = 10

const scratch = sharedFolder({ isOpen: true })
const dir = join(scratch, 'opt')
/** Folder with fake commands `npm` and `git`, which fail and leave a file `called`. */
const noTools = join(scratch, 'no-tools')
beforeAll(() => {
  // A release whose packages are links to ours where possible, because copying and deleting 600 MB takes long.
  const packages = join(dir, 'releases/0.0.0-packages')
  mkdirSync(packages, { recursive: true })
  copyPackages('.', packages, { isLinked: statSync('.').dev === statSync(packages).dev })
  cpSync('package-lock.json', join(packages, 'package-lock.json'))
  writeFileSync(join(packages, 'release.json'), '{}')
  mkdirSync(noTools)
  for (const tool of ['npm', 'git']) {
    writeFileSync(join(noTools, tool), `#!/bin/sh\ntouch ${join(noTools, 'called')}\nexit 1\n`, { mode: 0o755 })
  }
})

/** Copies the source code, with our packages and web app, as another version. */
function copyOf(version: string): string {
  const copy = join(scratch, version)
  const parts = ['contract', 'dist/web', 'docs', 'ops', 'scripts', 'server', 'web']
  for (const part of [...parts, 'CHANGELOG.md', 'README.md', 'package-lock.json', 'tsconfig.base.json']) {
    cpSync(part, join(copy, part), { recursive: true })
  }
  const described = { ...(JSON.parse(readFileSync('package.json', 'utf8')) as object), version }
  writeFileSync(join(copy, 'package.json'), JSON.stringify(described))
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const startRelease = (copy: string, ...options: string[]) =>
  spawn(process.execPath, ['scripts/release/release.ts', dir, ...options], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const release = (copy: string, ...options: string[]) => untilEnded(startRelease(copy, ...options))
const current = () => readlinkSync(join(dir, 'current')).replace('releases/', '')
const complete = () => readdirSync(join(dir, 'releases')).filter((name) => !name.startsWith('.'))

/** Starts a program of the current release, as the systemd units do. */
function run(args: string[], env: Record<string, string>) {
  const PATH = `${noTools}:/usr/bin:/bin`
  const cwd = join(dir, 'current')
  const child = spawn('/usr/bin/env', ['bin/node', ...args], {
    cwd,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function startProcess(env: Record<string, string>) {
  const child = run(['scripts/serve/start.mjs'], env)
  await untilReady(child)
  return child
}

test('a site keeps serving while the next release is built and started', async () => {
  expect(await release(copyOf('1.0.0'))).toMatchObject({ code: 0, errors: '' })
  const first = current()
  expect(first).toMatch(/^1\.0\.0-[0-9a-f]{8}$/)

  const url = await emptyDatabase()
  await using db = connectPatiently(url, { poolSize: 1 })
  const [one, two] = (await findPorts(2)).map((port) => `http://127.0.0.1:${port}`) as [string, string]
  const settings = {
    DATABASE_URL: url,
    SESSION_SECRET: 'n'.repeat(32),
    DATA_DIR: join(scratch, 'data'),
    DISK_RESERVE: '64MB',
    RATE_LIMITS: 'off',
    PUBLIC_URL: one,
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
  }
  const [worker] = await Promise.all([
    startProcess({ ...settings, ROLE: 'worker' }),
    startProcess({ ...settings, ROLE: 'web', PORT: new URL(one).port }),
  ])

  const load = await startLoad(one, { perSecond: PER_SECOND })
  const author = new Browser()
  await author.signUp(one)
  const published: string[] = []
  const publishing = new AbortController()
  const publishes = (async () => {
    while (!publishing.signal.aborted) published.push(await author.publish(one, await author.put(one, await clip())))
  })()

  const second = copyOf('2.0.0')
  const built = await release(second)
  expect(built).toMatchObject({ code: 0, errors: '' })
  const newer = current()
  expect(newer).toMatch(/^2\.0\.0-/)
  expect(built.out).toContain(`current is now ${newer} (it was ${first})`)
  publishing.abort()
  await publishes
  // Restarts one process after another, the worker first. Meanwhile, processes of both releases serve the site.
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
  await startProcess({ ...settings, ROLE: 'worker' })
  await startProcess({ ...settings, ROLE: 'web', PORT: new URL(two).port })
  const processes = (await listProcesses(db)).map(({ role, version }) => `${role} ${version}`)
  expect(processes.toSorted()).toEqual([`web ${first}`, `web ${newer}`, `worker ${newer}`])

  await load.stop()
  expect(load.failures).toEqual([])
  expect(load.sent()).toBeGreaterThan(2 * PER_SECOND)
  expect(published.length).toBeGreaterThan(2)
  await author.publish(two, await author.put(two, await clip()))
  expect(await untilEnded(run(['scripts/run.mjs', 'doctor'], settings))).toMatchObject({ code: 0, errors: '' })

  expect(built.out).toContain(`To return to ${first}: npm run release -- ${dir} --rollback`)
  const back = await release(second, '--rollback')
  expect(back).toMatchObject({ code: 0, errors: '' })
  // A second rollback finds no earlier release.
  expect(back.out).toContain(`To return to ${newer}: npm run release -- ${dir}, in a clone of its code`)
  expect(current()).toBe(first)
  expect(complete()).toEqual(['0.0.0-packages', first, newer])
  expect(existsSync(join(noTools, 'called'))).toBe(false)
})

test('a release has only production packages and files that only their owner may change', () => {
  const folder = join(dir, 'releases', current())
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const wrong = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/node_modules/'))
    .filter((path) => {
      const { mode, uid } = lstatSync(path)
      return uid !== process.getuid?.() || ![0o644, 0o755].includes(mode & 0o777)
    })
  expect(wrong).toEqual([])
  expect(
    entries.filter(({ name, parentPath }) => /\.test\.tsx?$/.test(name) && !parentPath.includes('node_modules')),
  ).toEqual([])
  const packages = readdirSync(join(folder, 'node_modules'))
  expect(packages).toContain('fastify')
  expect(packages.filter((name) => /^(@sparticuz|@playwright|vite|vitest|typescript|react)$/.test(name))).toEqual([])
  const sbom = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as { components: { name: string }[] }
  const listed = sbom.components.map(({ name }) => name)
  expect(listed).toContain('fastify')
  expect(listed).not.toContain('vitest')
})

test('a release refuses to keep data inside itself', async () => {
  const refused = {
    code: 1,
    errors: expect.stringContaining('is inside a release, which a later upgrade removes') as string,
  }
  expect(await untilEnded(run(['scripts/run.mjs', 'doctor'], {}))).toMatchObject(refused)
  expect(await untilEnded(run(['scripts/run.mjs', 'doctor'], { DATA_DIR: 'data' }))).toMatchObject(refused)
  const throughLink = join(dir, 'current', 'data')
  expect(await untilEnded(run(['scripts/run.mjs', 'doctor'], { DATA_DIR: throughLink }))).toMatchObject(refused)
  expect(await untilEnded(run(['scripts/run.mjs', 'test'], {}))).toMatchObject({ code: 1 })
  expect(existsSync(join(noTools, 'called'))).toBe(false)
})

test('a build that fails or is killed changes nothing', async () => {
  const [before, releases] = [current(), complete()]
  const broken = copyOf('3.0.0')
  const app = join(broken, 'server/app.ts')
  const source = readFileSync(app, 'utf8')
  writeFileSync(app, `${source}\nthrow new Error('broken')\n`)
  const failed = await release(broken)
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(failed.errors).toContain('This release does not start, so nothing has changed.')
  expect([current(), complete()]).toEqual([before, releases])

  writeFileSync(app, source)
  const killed = startRelease(broken)
  const building = () => readdirSync(join(dir, 'releases')).filter((name) => name.startsWith('.building-'))
  const left = building()
  await vi.waitFor(() => expect(building().filter((name) => !left.includes(name))).toHaveLength(1), {
    timeout: 60_000,
    interval: 2,
  })
  // A stopped process still holds the lock.
  killed.kill('SIGSTOP')
  expect(await release(broken)).toMatchObject({ code: 1, errors: expect.stringContaining('Another command') as string })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect([current(), complete()]).toEqual([before, releases])

  expect(await release(broken)).toMatchObject({ code: 0, errors: '' })
  expect(current()).toMatch(/^3\.0\.0-/)
  expect(building()).toEqual([])
})
