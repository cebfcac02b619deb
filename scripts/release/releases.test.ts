import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findCurrent, getPrevious, holdReleases, makeCurrent, pruneReleases, rollBack } from './releases.ts'
import { testFolder } from '../../server/test/test-folder.ts'

let dir: string
beforeEach(() => {
  dir = testFolder()
  mkdirSync(join(dir, 'releases'))
})

let minute = 0

/** Makes a release, newer than those before it. */
function build(name: string): void {
  const folder = join(dir, 'releases', name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'release.json'), '{}')
  const builtAt = 1_800_000_000 + 60 * minute++
  utimesSync(join(folder, 'release.json'), builtAt, builtAt)
}

const listed = () => readdirSync(join(dir, 'releases')).filter((name) => !name.startsWith('.'))

test('a reader finds a complete release behind `current` at every moment', async () => {
  build('one')
  build('two')
  makeCurrent(dir, 'one')
  const reading = `
    const { readFileSync } = require('node:fs')
    const { parentPort, workerData } = require('node:worker_threads')
    const flag = new Int32Array(workerData.shared)
    parentPort.postMessage('ready')
    let reads = 0
    for (; Atomics.load(flag, 0) === 0 || reads < 1000; reads++) readFileSync(workerData.file)
    parentPort.postMessage(reads)`
  const shared = new SharedArrayBuffer(4)
  const file = join(dir, 'current/release.json')
  const reader = new Worker(reading, { eval: true, workerData: { shared, file } })
  await once(reader, 'message')
  const read = once(reader, 'message')
  for (let i = 0; i < 1_000; i++) makeCurrent(dir, i % 2 ? 'one' : 'two')
  Atomics.store(new Int32Array(shared), 0, 1)
  expect(await read).toEqual([expect.any(Number)])
  expect(readlinkSync(join(dir, 'current'))).toBe('releases/one')
})

test('a rollback returns to the release that was current before', () => {
  expect(() => getPrevious(dir)).toThrow(`There is no earlier release in ${dir}.`)
  for (const name of ['one', 'two', 'three']) {
    build(name)
    makeCurrent(dir, name)
  }
  makeCurrent(dir, 'one')
  rollBack(dir)
  expect(findCurrent(dir)).toBe('three')
  rollBack(dir)
  expect(findCurrent(dir)).toBe('two')
})

test('making the current release current again does not affect a rollback', () => {
  for (const name of ['one', 'two', 'two']) {
    if (!listed().includes(name)) build(name)
    makeCurrent(dir, name)
  }
  expect(getPrevious(dir)).toBe('one')
})

test('pruning keeps the last three releases, the rollback target and those in use', async () => {
  for (const name of ['running', 'unused', 'before', 'now', 'three', 'two', 'one']) build(name)
  makeCurrent(dir, 'before')
  makeCurrent(dir, 'now')
  const cwd = join(dir, 'releases/running')
  const child = spawn(process.execPath, ['-e', `console.log(); setInterval(() => {}, 1000)`], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(pruneReleases(dir)).toEqual(['unused'])
  expect(listed()).toEqual(['before', 'now', 'one', 'running', 'three', 'two'])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(pruneReleases(dir)).toEqual(['running'])
})

test('only one command at a time changes releases', () => {
  build('one')
  const leftovers = ['.building-x', '.removing-y'].map((name) => join(dir, 'releases', name))
  const left = () => leftovers.filter((folder) => existsSync(folder))
  for (const folder of leftovers) mkdirSync(folder)
  const release = holdReleases(dir)
  onTestFinished(release)
  expect(left()).toEqual([])
  expect(listed()).toEqual(['one'])
  expect(() => holdReleases(dir)).toThrow('Another command is working on the releases')
  // A command that fails leaves an unfinished release, for example on a full disk.
  for (const folder of leftovers) mkdirSync(folder)
  release()
  expect(left()).toEqual([])
})

test('a folder that cannot be created is refused', () => {
  // In a process of its own, because a call that never returns would stop the tests.
  const program = `import { holdReleases } from '${join(import.meta.dirname, 'releases.ts')}'; holdReleases('/proc/x')`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toContain("ENOENT: no such file or directory, mkdir '/proc/x'")
})

test('a folder named `current` that is not a link is refused', () => {
  mkdirSync(join(dir, 'current'))
  expect(() => findCurrent(dir)).toThrow('current is not a link')
})
