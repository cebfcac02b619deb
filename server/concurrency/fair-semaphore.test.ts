import { expect, test } from 'vitest'
import { FairSemaphore } from './fair-semaphore.ts'

const refusal = () => new Error('too many')

/** Tasks that end on command, and the order in which they began. */
function controlled(semaphore: FairSemaphore) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    ask(name: string): Promise<void> {
      return semaphore.run(name.charAt(0), () => {
        began.push(name)
        return new Promise((end) => ends.set(name, end))
      })
    },
    async end(name: string): Promise<void> {
      // Admitted tasks begin before the next turn of the event loop.
      await new Promise(setImmediate)
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('waiting people are served round-robin, however many tasks one of them has', async () => {
  const semaphore = new FairSemaphore(1, refusal)
  const { began, ask, end } = controlled(semaphore)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(ask)
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  await Promise.all(all)
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one person runs one task at a time', async () => {
  const semaphore = new FairSemaphore(2, refusal)
  const { began, ask, end } = controlled(semaphore)
  const all = ['a1', 'a2'].map(ask)
  await end('none')
  expect(began).toEqual(['a1'])
  all.push(ask('b1'))
  await end('none')
  expect(began).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  await Promise.all(all)
})

test('a person with ten waiting tasks cannot add an eleventh', async () => {
  const semaphore = new FairSemaphore(1, refusal)
  const { began, ask, end } = controlled(semaphore)
  const mine = Array.from({ length: 11 }, (_, index) => ask(`a${index}`))
  await expect(ask('a11')).rejects.toThrow('too many')
  const theirs = ask('b0')
  await end('a0')
  expect(began).toEqual(['a0', 'b0'])
  await end('b0')
  for (let index = 1; index < 11; index++) await end(`a${index}`)
  await Promise.all([...mine, theirs])
})

test('a failed task releases its permit', async () => {
  const semaphore = new FairSemaphore(1, refusal)
  await expect(semaphore.run('a', () => Promise.reject(new Error('out of luck')))).rejects.toThrow('out of luck')
  expect(await semaphore.run('a', async () => 'done')).toBe('done')
})
