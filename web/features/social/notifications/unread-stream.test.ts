import { beforeEach, expect, test, vi } from 'vitest'
import type { UnreadCount } from '../../../../contract/social/notifications.ts'
import { followUnreadCount } from './unread-stream.ts'

/** The opened streams, oldest first. */
let streams: FakeEventSource[]

/** Node has no EventSource. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0

  constructor() {
    super()
    streams.push(this)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  /** Fails as a browser does: after a reply other than 200 it closes the stream, otherwise it reconnects. */
  fail({ isFinal }: { isFinal: boolean }) {
    this.readyState = isFinal ? FakeEventSource.CLOSED : 0
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  streams = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  return () => {
    // A test may have wrapped the fake timers.
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

/** The names of the Web Locks that this process holds. Node has the same locks as browsers. */
const heldLocks = async () => (await navigator.locks.query()).held?.map(({ name }) => name)

test('a stream that the server refused is opened again after 30 seconds', async () => {
  // Other code in this process has timers, too.
  const delays: number[] = []
  const fakeSetTimeout = setTimeout
  vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
    delays.push(ms)
    return fakeSetTimeout(act, ms)
  })
  const retries = () => delays.filter((ms) => ms === 30_000).length
  const counts: UnreadCount[] = []
  const stop = followUnreadCount('viewer', (unread) => counts.push(unread))
  await expect.poll(() => streams).toHaveLength(1)
  streams[0]!.fail({ isFinal: false })
  expect(await heldLocks()).toEqual(['unread-count viewer'])
  streams[0]!.fail({ isFinal: true })
  await expect.poll(retries).toBe(1)
  expect(await heldLocks()).toEqual([])
  await vi.advanceTimersByTimeAsync(29_000)
  expect(streams).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => streams).toHaveLength(2)
  streams[1]!.dispatchEvent(new MessageEvent('unread-count', { data: '{"count":3}' }))
  expect(counts).toEqual([{ count: 3 }])

  streams[1]!.fail({ isFinal: true })
  await expect.poll(retries).toBe(2)
  stop()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await heldLocks()).toEqual([])
  expect(streams).toHaveLength(2)
})
