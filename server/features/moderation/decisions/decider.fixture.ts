// Decides, lifts and suspends in an endless loop until it is killed.
// Usage: `decider.fixture.ts <database URL> <admin id>`
import { sql } from 'kysely'
import type { Person } from '../../../access/can.ts'
import { connectPatiently } from '../../../test/connect-patiently.ts'
import { unlimited } from '../../../http/guards/rate-limits.ts'
import { startSignals } from '../../../signals/signals.ts'
import { decideUnasked } from './decide.ts'
import { liftDecision } from './lift.ts'

const [databaseUrl = '', id = ''] = process.argv.slice(2)
const db = connectPatiently(databaseUrl, { poolSize: 4 })
const deps = { db, signals: await startSignals(databaseUrl, db), limits: unlimited }
const admin: Person = {
  id,
  role: 'admin',
  standing: 'active',
  standingUntil: null,
  isConfirmed: true,
  lacksPasskey: false,
  hasMuted: false,
}

const kinds = ['video', 'comment', 'account'] as const
const enforcements = ['hide', 'hide', 'suspend', 'restrict', 'warn', 'none'] as const
const any = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)]!

async function decideSomething(): Promise<void> {
  const kind = any(kinds)
  const measure = any(enforcements)
  const things = {
    video: sql`select id from videos`,
    comment: sql`select id from comments`,
    account: sql`select id from users where role = 'member'`,
  }
  const { rows } = await sql<{ id: string }>`${things[kind]} order by random() limit 1`.execute(db)
  if (!rows[0]) throw new Error(`There is no ${kind}`)
  const fits = kind === 'account' && measure === 'hide' ? 'warn' : measure
  await decideUnasked(deps, admin, { rule: 'spam', measure: fits, facts: 'Seen.', kind, subjectId: rows[0].id })
}

async function liftSomething(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from decisions where state = 'in-force' and measure <> 'none' order by random() limit 1`.execute(db)
  if (rows[0]) await liftDecision(deps, admin, rows[0].id, 'Taken back.')
}

// Calls about the same subjects are refused: those of other loops, and those that would repeat an earlier decision.
const printRefusal = (error: unknown) => console.log(String(error))

async function actForEver(): Promise<never> {
  for (;;) await any([decideSomething, liftSomething])().catch(printRefusal)
}

// The parent process kills this one some time after its first line, so that line follows a decision.
const isDecided = () =>
  decideSomething().then(
    () => true,
    () => false,
  )
while (!(await isDecided())) continue
console.log('ready')
await Promise.all([actForEver(), actForEver(), actForEver()])
