// The load generator: raw sockets without an HTTP library, because it shares the machine with the measured server.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Load, LoadResult } from './load.ts'

const { port, connections, durationMs, requests } = JSON.parse(await text(process.stdin)) as Load
const latencies: number[] = []
const statuses: Record<string, number> = {}
const start = performance.now()
const end = start + durationMs

await Promise.all(Array.from({ length: connections }, (_, i) => drive(Math.floor((i * requests.length) / connections))))
const seconds = (performance.now() - start) / 1000
latencies.sort((a, b) => a - b)
const result: LoadResult = {
  perSecond: latencies.length / seconds,
  p50: percentile(0.5),
  p99: percentile(0.99),
  statuses,
}
process.stdout.write(JSON.stringify(result))

/** Sends requests over one connection. Each is sent after the whole reply to the previous one has arrived. */
function drive(first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let next = first
    let sentAt = 0
    let received = 0
    /** Bytes of the current reply including its head; 0 until the head has arrived. */
    let expected = 0
    let head = ''
    const send = () => {
      sentAt = performance.now()
      received = 0
      expected = 0
      head = ''
      socket.write(requests[next++ % requests.length] ?? '')
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.length
      if (expected === 0) {
        head += chunk.toString('latin1', 0, Math.min(chunk.length, 4_096))
        const headEnd = head.indexOf('\r\n\r\n')
        if (headEnd === -1) return
        const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
        expected = headEnd + 4 + Number(length ?? 0)
      }
      if (received < expected) return
      const now = performance.now()
      latencies.push(now - sentAt)
      const status = head.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (now < end) return send()
      socket.destroy()
      resolve()
    })
  })
}

function percentile(share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
}
