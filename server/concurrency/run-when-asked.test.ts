import { expect, test } from 'vitest'
import { runWhenAsked } from './run-when-asked.ts'

/** Work whose runs end on command. */
function controlled() {
  const runs: { end: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const failures: unknown[] = []
  const asked = runWhenAsked(
    (signal) => new Promise<void>((end, fail) => runs.push({ end, fail, signal })),
    (error) => failures.push(error),
  )
  return { ...asked, runs, failures }
}

test('many requests during a run cause one further run', async () => {
  const { ask, stop, runs } = controlled()
  ask()
  for (let i = 0; i < 5; i++) ask()
  expect(runs).toHaveLength(1)
  runs[0]!.end()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.end()
  await stop()
  expect(runs).toHaveLength(2)
})

test('a failed run is reported, and the next request repeats it', async () => {
  const { ask, stop, runs, failures } = controlled()
  const failure = new Error('away')
  ask()
  runs[0]!.fail(failure)
  await expect.poll(() => failures).toEqual([failure])
  ask()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.end()
  await stop()
})

test('stopping aborts and awaits the current run, and nothing starts after that', async () => {
  const { ask, stop, runs } = controlled()
  ask()
  ask()
  const stopped = stop()
  expect(runs[0]!.signal.aborted).toBe(true)
  runs[0]!.end()
  await stopped
  ask()
  expect(runs).toHaveLength(1)
})
