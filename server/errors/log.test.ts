import { expect, onTestFinished, test } from 'vitest'
import { deleteObjectsOrSweep } from '../objects/objects.queries.ts'
import { createLogger } from '../setup/logger.ts'
import { testApp } from '../test/test-app.ts'
import { log, setLog } from './log.ts'

const t = testApp()

test('an error in code that has no logger of its own is written to the server’s log', async () => {
  const lines: string[] = []
  const former = log
  onTestFinished(() => setLog(former))
  setLog(createLogger({ output: { write: (line) => lines.push(line) } }))
  const removeMany = () => Promise.reject(new Error('The bucket is away'))
  await deleteObjectsOrSweep({ ...t.deps, storage: { ...t.deps.storage, removeMany } }, ['an id'])
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: 'The bucket is away' }) }),
  ])
})
