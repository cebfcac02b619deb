import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Attempt, Targets } from './attempts.fixture.ts'
import type * as confinement from './confinement.ts'
import { confine, describeConfinement, type Part } from './confinement.ts'
import { importAgain } from '../test/import-again.ts'
import { listen } from '../test/servers/listen.ts'
import { sharedFolder } from '../test/test-folder.ts'

const isRoot = process.getuid?.() === 0
/** Milliseconds after which a child is ended if nothing else has stopped it. */
const GIVE_UP_MS = 100_000
const ATTEMPTS = join(import.meta.dirname, 'attempts.fixture.ts')

let visits = 0
const tcp = createServer(() => visits++)
const local = createServer(() => visits++)
const udp = createSocket('udp4').on('message', () => visits++)

const machine = sharedFolder()
let targets: Targets
beforeAll(async () => {
  const dataDir = join(machine, 'data')
  await mkdir(join(dataDir, 'objects'), { recursive: true, mode: 0o700 })
  const [secret, object, file] = ['session-secret', 'objects/other', 'objects/file'].map((name) => join(dataDir, name))
  for (const path of [secret!, object!, file!]) await writeFile(path, 'private', { mode: 0o600 })
  const socketPath = join(machine, 'socket')
  const [tcpPort] = await Promise.all([
    listen(tcp),
    once(local.listen(socketPath), 'listening'),
    once(udp.bind(0, '127.0.0.1'), 'listening'),
  ])
  await chmod(socketPath, 0o777)
  const udpPort = udp.address().port
  const places = { secret: secret!, object: object!, file: file!, dataDir, socketPath }
  targets = { ...places, tcpPort, udpPort, parentId: process.pid }
})
afterAll(() => {
  tcp.close()
  local.close()
  udp.close()
})

test('a confinement probe that could not start a child is repeated', async () => {
  const { describeConfinement: describeAgain } = await importAgain<typeof confinement>(
    import.meta.resolve('./confinement.ts'),
  )
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TMPDIR', join(machine, 'missing'))
  expect((await describeAgain()).present).toEqual([])
  vi.unstubAllEnvs()
  expect(await describeAgain()).toEqual(await describeConfinement())
})

test('a process that exits during the confinement probe leaves no folder behind', async () => {
  const folder = await mkdtemp(join(machine, 'tmp-'))
  const program = `
    import { readdirSync } from 'node:fs'
    import { describeConfinement } from '${join(import.meta.dirname, 'confinement.ts')}'
    void describeConfinement()
    setInterval(() => readdirSync('${folder}').length > 0 && process.exit(7), 1)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([7, null])
  expect(await readdir(folder)).toEqual([])
})

test('a confined child can do its work', async () => {
  const { outcomes } = await run(['read its file', 'write into its folder', 'lower its own priority'])
  expect(Object.values(outcomes)).toEqual(['done', 'done', 'done'])
})

const kept: Record<Exclude<Part, 'user'>, Attempt[]> = {
  files: [
    ...(['read the session secret', 'read another object', 'read on a thread of the pool'] as const),
    ...(['read on a thread of its own', 'list the root folder', 'list the data folder'] as const),
    ...(['read the environment of the server', 'write into the data folder', 'change its file'] as const),
    ...(['leave a symbolic link to a secret', 'leave a hard link to a secret'] as const),
  ],
  calls: [
    ...(['connect over TCP', 'connect to a local socket', 'listen', 'send over UDP', 'start a program'] as const),
    ...(['start Node again', 'signal the server', 'lower the priority of the server'] as const),
    'make a secret readable for all',
  ],
  limits: ['take 8 GB of memory', 'write a huge file'],
}

test.each(Object.entries(kept))(
  'the protection "%s" stops every attempt that it should stop, or is reported as missing',
  async (part, attempts) => {
    const { missing } = await describeConfinement()
    const { outcomes } = await run(attempts)
    expect(Object.keys(outcomes)).toEqual(attempts)
    const succeeded = attempts.filter((attempt) => outcomes[attempt] === 'done')
    expect(succeeded).toEqual(missing.includes(part as Part) ? succeeded : [])
    expect(succeeded.length > 0).toBe(missing.includes(part as Part))
  },
)

test('the forbidden attempts of a confined child leave no trace', async () => {
  const { missing } = await describeConfinement()
  await run([...kept.files, ...kept.calls])
  expect(visits > 0).toBe(missing.includes('calls'))
  expect((await stat(targets.secret)).mode & 0o777).toBe(missing.includes('calls') ? 0o777 : 0o600)
  const planted = missing.includes('files') ? ['planted'] : []
  expect((await readdir(targets.dataDir)).toSorted()).toEqual(['objects', ...planted, 'session-secret'])
})

test('a confined child that computes forever is ended', { timeout: 2 * GIVE_UP_MS }, async () => {
  const { missing } = await describeConfinement()
  const { deathSignal } = await run(['compute for ever'], 1)
  expect(deathSignal).toBe(missing.includes('limits') ? 'SIGTERM' : 'SIGXCPU')
})

test('children of a server that root started cannot become root', async () => {
  const { present, missing } = await describeConfinement()
  const { uid, outcomes } = await run(['become root'])
  expect([...present, ...missing].includes('user')).toBe(isRoot)
  expect(uid === 0).toBe(missing.includes('user'))
  expect(outcomes['become root']).toBe(uid === 0 ? 'done' : 'EPERM')
})

test('call filters are used on kernels that support them', async () => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  expect((await describeConfinement()).present.includes('calls')).toBe(status.includes('Seccomp:\t'))
})

interface Outcome {
  outcomes: Partial<Record<Attempt, string>>
  uid?: number
  deathSignal: NodeJS.Signals | null
}

/** Starts a child like a decoding one, with a limit of a megabyte per file. */
async function run(attempts: Attempt[], cpuSeconds = 20): Promise<Outcome> {
  const folder = await mkdtemp(join(machine, 'work-'))
  const command = [ATTEMPTS, JSON.stringify(targets), ...attempts]
  const args = await confine({ command, files: [targets.file], folder, limits: { cpuSeconds, fileMaxBytes: 1e6 } })
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: GIVE_UP_MS,
  })
  const [output, [, deathSignal]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { outcomes: {}, ...(output && JSON.parse(output)), deathSignal }
}
