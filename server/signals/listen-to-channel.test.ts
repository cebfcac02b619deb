import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { linkToDatabase } from '../test/servers/database-link.ts'
import { executeOnce } from '../test/database/execute-once.ts'
import { listenToChannel } from './listen-to-channel.ts'

test('a silent database connection is replaced, and a resync is requested', async () => {
  const link = await linkToDatabase(inject('postgresUrl'))
  const heard: (string | undefined)[] = []
  let resyncs = 0
  onTestFinished(() => link.close())
  const stop = await listenToChannel(link.url, 'vanishing', {
    receive: (text) => heard.push(text),
    resync: () => resyncs++,
    lookEveryMs: 500,
  })
  link.vanish()
  await executeOnce(inject('postgresUrl'), `notify vanishing, 'to nobody'`)
  await expect.poll(() => resyncs).toBeGreaterThan(0)
  // The signal is sent repeatedly, because on a busy machine the check of the new connection may time out, too.
  const hear = async () => {
    await executeOnce(inject('postgresUrl'), `notify vanishing, 'afterwards'`)
    return heard[0]
  }
  await expect.poll(hear).toBe('afterwards')
  link.vanish()
  await stop()
})

test('a first connection that fails is not tried again, nor one that was stopped', async () => {
  const link = await linkToDatabase(inject('postgresUrl'))
  await link.cut()
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    connect.mockRestore()
    await link.close()
  })
  // Other code of this process may set timers and open connections meanwhile.
  const port = Number(new URL(link.url).port)
  const connectionsAfterAPause = async () => {
    // A connection reports its end after its failure.
    for (let turns = 0; turns < 100; turns++) await setImmediate()
    vi.runOnlyPendingTimers()
    return (connect.mock.contexts as pg.Client[]).filter((client) => client.port === port).length
  }
  const silent = { receive: () => {}, resync: () => {} }
  await expect(listenToChannel(link.url, 'refused', silent)).rejects.toThrow()
  expect(await connectionsAfterAPause()).toBe(1)
  await link.mend()
  const stop = await listenToChannel(link.url, 'stopped', silent)
  await stop()
  expect(await connectionsAfterAPause()).toBe(2)
})
