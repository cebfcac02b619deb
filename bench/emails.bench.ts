// The delivery time of an e-mail through a real mail server (STARTTLS, AUTH), and the duration of calls that send one
// while that server is away or silent. Goals are in milliseconds, because people wait for them.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { startProduct } from '../e2e/support/servers/server.ts'
import { median, printTable, type Row } from './support/table.ts'

const LETTERS = 50
const CALLS = 100
const ARRIVES_MS = 5_000
const ANSWERS_MS = 300

const arrived = new Map<string, () => void>()
let mailServer = startMailServer()
const port = await listen(mailServer.server, 0)
const site = await startProduct(
  {
    SMTP_URL: `smtp://reverie:secret@127.0.0.1:${port}?tls.rejectUnauthorized=false&requireTLS=true`,
    MAIL_FROM: 'site@example.org',
    RATE_LIMITS: 'off',
  },
  { makesRenditions: false },
)
const rows: Row[] = []
try {
  const delays: number[] = []
  for (let i = 0; i < LETTERS; i++) {
    const email = `reader${i}@example.org`
    const arrival = new Promise<void>((done) => arrived.set(email, done))
    const startedAt = performance.now()
    await register(email)
    await arrival
    delays.push(performance.now() - startedAt)
  }
  const longest = Math.max(...delays)
  rows.push(
    row(`the longest of ${LETTERS} letters, half of them in ${median(delays).toFixed(0)} ms`, longest, ARRIVES_MS),
  )

  await new Promise<void>((done) => mailServer.close(done))
  rows.push(await callsWhile('the mail server is away', 'away'))
  const silent = startSilentServer()
  await listen(silent.server, port)
  rows.push(await callsWhile('the mail server says nothing', 'silent'))
  silent.end()

  const waiting = ['away', 'silent'].flatMap((name) =>
    Array.from({ length: CALLS }, (_, i) => `${name}${i}@example.org`),
  )
  const missing = new Set(waiting)
  const allArrived = new Promise<void>((done) => {
    for (const email of waiting) arrived.set(email, () => missing.delete(email) && missing.size === 0 && done())
  })
  mailServer = startMailServer()
  await listen(mailServer.server, port)
  const startedAt = performance.now()
  await Promise.race([allArrived, new Promise((done) => setTimeout(done, 10 * 60_000).unref())])
  const seconds = (performance.now() - startedAt) / 1000
  const name = `letters missing, once it is back for ${seconds.toFixed(0)} s`
  rows.push({ name, figure: missing.size, unit: '', goal: '0', isMet: missing.size === 0 })
} finally {
  await site.stop()
  mailServer.close()
}
printTable(rows)

function row(name: string, figure: number, mostMs: number): Row {
  return { name, figure, unit: 'ms', goal: `≤ ${mostMs} ms`, isMet: figure <= mostMs }
}

async function callsWhile(what: string, name: string): Promise<Row> {
  const times: number[] = []
  for (let i = 0; i < CALLS; i++) {
    const startedAt = performance.now()
    await register(`${name}${i}@example.org`)
    times.push(performance.now() - startedAt)
  }
  const said = `the longest of ${CALLS} calls while ${what}, half of them in ${median(times).toFixed(0)} ms`
  return row(said, Math.max(...times), ANSWERS_MS)
}

async function register(email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'violet teapots' })
  const reply = await fetch(`${site.url}/api/register`, { method: 'POST', headers, body })
  await reply.text()
  if (reply.status !== 201) throw new Error(`Registering answered ${reply.status}`)
}

function startMailServer(): SMTPServer {
  return new SMTPServer({
    logger: false,
    onAuth: (_credentials, _session, done) => done(null, { user: 'reverie' }),
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.once('end', () => {
        done()
        for (const { address } of envelope.rcptTo) arrived.get(address)?.()
      })
    },
  })
}

/** Accepts connections and never answers. */
function startSilentServer(): { server: Server; end: () => void } {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  return {
    server,
    end: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listen(server: Pick<Server, 'listen' | 'once' | 'address'>, at: number): Promise<number> {
  server.listen(at, '127.0.0.1')
  await once(server as Server, 'listening')
  return (server.address() as AddressInfo).port
}
