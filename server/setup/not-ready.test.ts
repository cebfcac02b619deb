import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getFreePort } from '../embedded/free-port.ts'
import { answerNotReady } from './not-ready.ts'

test('until the server can start, requests to its port get the reason for the delay', async () => {
  const port = await getFreePort()
  let reason = 'waiting for the database'
  const stop = await answerNotReady({ host: '127.0.0.1', port }, () => reason)
  const ask = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`)
    return [reply.status, await reply.json()]
  }
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await ask('/readyz')).toEqual([503, { status: 'waiting for the database' }])
  reason = 'waiting for migration 0042'
  expect(await ask('/api/videos')).toEqual([503, { status: 'waiting for migration 0042' }])
  await stop()
  await expect(ask('/healthz')).rejects.toThrow('fetch failed')
  await (
    await answerNotReady({ host: '127.0.0.1', port }, () => reason)
  )()
})

test('a client that sends nothing does not delay the start', async () => {
  const port = await getFreePort()
  const stop = await answerNotReady({ host: '127.0.0.1', port }, () => 'waiting for the database')
  const client = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void client.destroy())
  await once(client, 'connect')
  await fetch(`http://127.0.0.1:${port}/healthz`)
  await stop()
  await expect.poll(() => client.closed).toBe(true)
})
