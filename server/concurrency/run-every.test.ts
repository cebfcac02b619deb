import { expect, onTestFinished, test, vi } from 'vitest'
import { runEvery } from './run-every.ts'

test('runs never overlap, and a failed run is reported', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const failures: unknown[] = []
  let runs = 0
  let running = 0
  const stop = runEvery(
    1,
    async () => {
      runs++
      expect(++running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      if (runs === 1) throw new Error('away')
    },
    (error) => failures.push(error),
  )
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(20)
  expect(runs).toBeGreaterThan(2)
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(5)
  await stopped
  expect(running).toBe(0)
  expect(failures).toEqual([new Error('away')])
})

test('stopping aborts the current run without reporting a failure', async () => {
  const failures: unknown[] = []
  let runs = 0
  const work = (signal: AbortSignal) => {
    runs++
    return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  }
  const stop = runEvery(1, work, (error) => failures.push(error))
  await stop()
  expect({ runs, failures }).toEqual({ runs: 1, failures: [] })
})

test('delayed work does not run at once', async () => {
  let runs = 0
  const stop = runEvery(
    60_000,
    async () => void runs++,
    () => {},
    { isDelayed: true },
  )
  await stop()
  expect(runs).toBe(0)
})

test('a run that waits for a silent server does not keep the process from stopping', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isStopped = false
  const stop = runEvery(
    60_000,
    () => new Promise(() => {}),
    () => {},
  )
  void stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isStopped).toBe(true)
})
