// The load generator for SQL. It connects and prepares the statement with `pg`. Then it speaks PostgreSQL's protocol
// itself, because parsing rows would take longer than the statements.
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { SqlLoad } from './load.ts'

const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
const NAME = 'bench'

const { url, clients, durationMs, sql, parameters } = JSON.parse(await text(process.stdin)) as SqlLoad
const messages = parameters.map(bindExecuteSync)
let done = 0

const sockets = await Promise.all(Array.from({ length: clients }, connect))
const start = performance.now()
const end = start + durationMs
await Promise.all(sockets.map((socket, i) => drive(socket, Math.floor((i * messages.length) / clients))))
process.stdout.write(String(done / ((performance.now() - start) / 1000)))
process.exit(0)

async function connect(): Promise<Socket> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query({ name: NAME, text: sql, values: parameters[0] ?? [] })
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.removeAllListeners('data')
  return connection.stream
}

function drive(socket: Socket, first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = first
    let rest: Buffer = Buffer.alloc(0)
    const send = () => socket.write(messages[next++ % messages.length] ?? '')
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      let isReady = false
      while (at + 5 <= data.length) {
        const length = data.readInt32BE(at + 1) + 1
        if (at + length > data.length) break
        if (data[at] === ERROR) return reject(new Error(data.toString('utf8', at + 5, at + length)))
        isReady ||= data[at] === READY_FOR_QUERY
        at += length
      }
      rest = data.subarray(at)
      if (!isReady) return
      done++
      if (performance.now() < end) send()
      else resolve()
    })
    send()
  })
}

/** Returns the three messages that run a prepared statement once, with parameters and results as text. */
function bindExecuteSync(values: string[]): Buffer {
  const parameterBytes = values.map((value) => {
    const bytes = Buffer.from(value)
    return Buffer.concat([int32(bytes.length), bytes])
  })
  const bind = Buffer.concat([Buffer.from(`\0${NAME}\0`), int16(0), int16(values.length), ...parameterBytes, int16(0)])
  return Buffer.concat([message('B', bind), message('E', Buffer.concat([Buffer.from('\0'), int32(0)])), message('S')])
}

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
