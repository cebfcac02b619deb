// The cost of clients that request an object and never read: 300 of them, 18 MB each. Linux only.
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { peakDuring, residentBytes } from '../support/process-memory.ts'
import { publishBytes } from '../support/publish.ts'
import { report } from '../support/report.ts'
import { startSeededProduct } from '../seeded-product.ts'

const CLIENTS = 300
const OBJECT_BYTES = 18_000_000
const MIB = 1024 * 1024
/** Milliseconds in which the server sends as much to these clients as it ever will. */
const LOOK_FOR_MS = 10_000

const site = await startSeededProduct({ videos: 100, people: 100, likes: 100, comments: 100 })
try {
  const id = await publishBytes(site, Buffer.alloc(OBJECT_BYTES, 'Reverie'))
  const before = await residentBytes(site.pid)
  const clients: Socket[] = []
  for (let i = 0; i < CLIENTS; i++) clients.push(await askAndNeverRead(site.port, `/objects/${id}`))
  const { peak } = await peakDuring(() => residentBytes(site.pid), pause(LOOK_FOR_MS))
  for (const client of clients) client.destroy()
  report([
    { name: `${CLIENTS} clients that never read, together`, figure: (peak - before) / MIB, unit: 'MiB', atMost: 150 },
  ])
} finally {
  await site.stop()
}

async function askAndNeverRead(port: number, path: string): Promise<Socket> {
  const client = createConnection(port, '127.0.0.1')
  client.on('error', () => {})
  await once(client, 'connect')
  client.pause()
  client.write(`GET ${path} HTTP/1.1\r\nHost: bench.test\r\n\r\n`)
  return client
}
