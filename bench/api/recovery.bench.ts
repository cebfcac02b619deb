// Whether response times reveal which addresses have an account. Compares the median times for known and unknown
// addresses: requesting a reset, below and above its limits, and trying a recovery code. Known and unknown addresses
// alternate.
import { startProduct } from '../../e2e/support/servers/server.ts'
import { report, type Row } from '../support/report.ts'
import { median, timed } from '../support/rounds.ts'

const PAIRS = 150

// No mail server listens at this address: e-mails are written, but sending them fails.
await using site = await startProduct(
  { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@example.org', RATE_LIMITS: 'on' },
  { makesRenditions: false },
)
const rows: Row[] = []
// Registers the known addresses from networks that are not used later, so that limits do not affect the comparison.
for (let i = 0; i < PAIRS; i++)
  await ask('/api/register', { email: known(i), password: 'violet teapots' }, 3 * PAIRS + i)
const wrong = { code: '7k2d-7k2d-7k2d-7k2d-7k2d-7k2d', password: 'amber teapots' }
rows.push(await compare('asking for a link', (email, i) => ask('/api/password-resets', { email }, i)))
for (let times = 0; times < 3; times++) await compare('', (email, i) => ask('/api/password-resets', { email }, i))
rows.push(await compare('asking for a link too often', (email, i) => ask('/api/password-resets', { email }, i)))
rows.push(await compare('a wrong recovery code', (email, i) => ask('/api/recoveries', { email, ...wrong }, i)))
report(rows)

function known(i: number): string {
  return `person${i}@example.org`
}

async function compare(name: string, act: (email: string, i: number) => Promise<void>): Promise<Row> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < PAIRS; i++) {
    // The order alternates, because the first request of a pair might find cold caches.
    const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const [email, network] = kind === 'known' ? [known(i), i] : [`nobody${i}@example.org`, PAIRS + i]
      times[kind].push(await timed(() => act(email, network)))
    }
  }
  const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)]
  return {
    name: `${name}: difference between known and unknown addresses`,
    figure: Math.abs(ofKnown - ofUnknown),
    unit: 'ms',
    atMost: 5,
  }
}

/** Sends a request from a network that differs for each `i`, as reported by this machine's proxy. */
async function ask(path: string, body: object, i: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${i >> 8}.${i & 255}.1` }
  const reply = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await reply.text()
  if (![201, 202, 401].includes(reply.status)) throw new Error(`${path} answered ${reply.status}`)
}
