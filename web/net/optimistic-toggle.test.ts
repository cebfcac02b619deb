import { expect, test } from 'vitest'
import { followToggle } from './optimistic-toggle.ts'

/** Simulates a server. The test controls its responses. */
function slowServer() {
  const sent: boolean[] = []
  const answers: { resolve: (state: boolean) => void; reject: (error: Error) => void }[] = []
  const settled: boolean[] = []
  const errors: string[] = []
  const tap = (wish: boolean) =>
    followToggle({
      key: 'like 1',
      wish,
      before: false,
      send: (on) => {
        sent.push(on)
        return new Promise<boolean>((resolve, reject) => answers.push({ resolve, reject }))
      },
      settle: (state) => settled.push(state),
      onError: (error) => errors.push(error.message),
    })
  return { sent, answers, settled, errors, tap }
}

test('two quick taps end in the state of the second one', async () => {
  const server = slowServer()
  const first = server.tap(true)
  await server.tap(false)
  expect(server.sent).toEqual([true])
  server.answers[0]!.resolve(true)
  await Promise.resolve()
  server.answers[1]!.resolve(false)
  await first
  expect(server.sent).toEqual([true, false])
  expect(server.settled).toEqual([false])
})

test('three quick taps need one call', async () => {
  const server = slowServer()
  const first = server.tap(true)
  await server.tap(false)
  await server.tap(true)
  server.answers[0]!.resolve(true)
  await first
  expect(server.sent).toEqual([true])
  expect(server.settled).toEqual([true])
})

test('a failure restores the last state from the server and is reported once', async () => {
  const server = slowServer()
  const first = server.tap(true)
  await server.tap(false)
  server.answers[0]!.resolve(true)
  await Promise.resolve()
  server.answers[1]!.reject(new Error('away'))
  await first
  expect(server.settled).toEqual([true])
  expect(server.errors).toEqual(['away'])
})
