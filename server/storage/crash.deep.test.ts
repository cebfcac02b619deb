import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openStubBucket } from '../test/servers/test-bucket.ts'
import type { Bucket } from './bucket/bucket.ts'
import { BucketStorage } from './bucket/bucket-storage.ts'
import { FileCache } from './bucket/reading/file-cache.ts'
import { requireSurvived, runSteps } from './crash.suite.ts'
import { DiskStorage } from './disk/disk-storage.ts'
import { testFolder } from '../test/test-folder.ts'

/** Tests every nth call; `CRASH_EVERY=1` tests all of them. */
const every = Number(process.env.CRASH_EVERY ?? 12)
const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))

test('a process killed at any file system call loses nothing that it acknowledged', async () => {
  let points = 0
  for (let crashAt = 1, isOver = false; !isOver; crashAt += every) {
    const folder = testFolder()
    const said = await outputOf([fixture, folder, String(crashAt)])
    isOver = said.includes(' ')
    await requireSurvived(await DiskStorage.open(folder), said.split(' ')[0]!.length)
    points++
  }
  console.log(`Killed at ${points - 1} calls of the file system`)
  expect(points).toBeGreaterThan(3)
})

function outputOf(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr))
      else resolve(stdout)
    })
  })
}

class Crash extends Error {}

async function* endedList(): AsyncGenerator<never> {
  yield await Promise.reject(new Crash())
}

/**
 * A bucket that fails at the call with this number, before or after the call takes effect. Every later call fails, too.
 */
function endingAt(bucket: Bucket, crashAt: number, isDone: boolean): { bucket: Bucket; calls: () => number } {
  let calls = 0
  const proxy = new Proxy(bucket, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (++calls < crashAt) return value.apply(target, args) as unknown
        if (name === 'list') return endedList()
        const done = calls === crashAt && isDone ? Promise.resolve(value.apply(target, args)) : Promise.resolve()
        return done.then(() => Promise.reject(new Crash()))
      }
    },
  })
  return { bucket: proxy, calls: () => calls }
}

test('a process that ends at any bucket request loses nothing that it acknowledged', async () => {
  const { stub, bucket, close } = await openStubBucket()
  onTestFinished(close)
  const files = new FileCache('', 0)
  let points = 0
  for (let crashAt = 1, isOver = false; !isOver; crashAt += every) {
    for (const isDone of [false, true]) {
      stub.objects.clear()
      stub.uploads.clear()
      const ending = endingAt(bucket, crashAt, isDone)
      let done = 0
      await runSteps(new BucketStorage(ending.bucket, files), (count) => (done = count)).catch((error: unknown) => {
        // `check` wraps the errors of requests.
        const cause = error instanceof Error ? (error.cause ?? error) : error
        if (!(cause instanceof Crash)) throw error
      })
      isOver = ending.calls() < crashAt
      await requireSurvived(new BucketStorage(bucket, files), done)
      expect([...stub.objects.keys()].filter((key) => key.startsWith('parts/'))).toEqual([])
      points++
    }
  }
  console.log(`Ended at ${points - 2} requests to a bucket`)
  expect(points).toBeGreaterThan(3)
})
