import { expect, inject, onTestFinished, test } from 'vitest'
import { startSignals } from '../../signals/signals.ts'
import { testApp } from '../../test/test-app.ts'
import { Replicas } from './replicas.ts'

const t = testApp()

test('a replica of another database is refused, and a primary is not used as one', async () => {
  const logged: string[] = []
  const options = { poolSize: 1, warn: (line: string) => logged.push(line) }
  await expect(Replicas.follow(t.db, [inject('postgresUrl')], options)).rejects.toThrow(
    /^DATABASE_REPLICA_URLS: 127\.0\.0\.1:\d+ is not a replica of DATABASE_URL\.$/,
  )
  const replicas = await Replicas.follow(t.db, [t.databaseUrl], options)
  onTestFinished(() => replicas.stop())
  await expect
    .poll(() => logged)
    .toEqual([expect.stringMatching(/does not answer as a replica\. Lists are read from other databases/)])
  expect(await replicas.read(async (from) => from === t.db)).toBe(true)
})

test('a process applies a signal’s log position before listeners run', async () => {
  const events: unknown[] = []
  const recordedBy = (who: string) => ({
    recordChange() {
      events.push(`${who} changes`)
      return (position?: number) => void events.push([who, typeof position])
    },
    require: (position: number) => void events.push([who, 'requires', typeof position]),
    requireUnknown: () => void events.push(`${who} missed something`),
  })
  const sender = await startSignals(t.databaseUrl, t.db, console, recordedBy('sender'))
  onTestFinished(() => sender.stop())
  const hearer = await startSignals(t.databaseUrl, t.db, console, recordedBy('hearer'))
  onTestFinished(() => hearer.stop())
  sender.on('greeting', () => void events.push('sender hears'))
  hearer.on('greeting', () => void events.push('hearer hears'))
  sender.emit('greeting', 'hello')
  expect(events).toEqual(['sender changes', 'sender hears'])
  await expect.poll(() => events).toContain('hearer hears')
  await expect.poll(() => events).toContainEqual(['sender', 'number'])
  const heard = events.filter((event) => String(event).startsWith('hearer'))
  expect(heard).toEqual([['hearer', 'requires', 'number'], 'hearer hears'])
})
