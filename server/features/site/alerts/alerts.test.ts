import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { listBackgroundProblems } from '../../../jobs/background-problems.ts'
import { listProcesses } from '../../../jobs/processes.ts'
import { listen } from '../../../test/servers/listen.ts'
import { insertVideos, testPerson } from '../../../test/test-app.ts'
import { testMailSite } from '../../account/email/mail-site.fixture.ts'
import { recordBackup } from '../backup/record-backup.ts'
import { withConnection } from '../backup/database/with-connection.ts'
import { LOOK_EVERY_MS, sendDueAlerts } from './keep-alerting.ts'

const { server, t } = testMailSite()
let logged: string[]
const log = {
  error: (detail: { err: unknown } | string, message?: string) =>
    void logged.push(typeof detail === 'string' ? detail : `${message}: ${(detail.err as Error).message}`),
}
const admin = testPerson(t, { role: 'admin' })
const moderator = testPerson(t, { role: 'moderator' })
beforeEach(async () => {
  logged = []
  // The first check only records the time from which events count.
  await look()
})
afterEach(async () => {
  for (const table of ['alerts', 'backups', 'siteSettings', 'processes'] as const)
    await t.db.deleteFrom(table).execute()
  await sql`delete from pgboss.job`.execute(t.db)
})

const look = (deps: object = {}) => sendDueAlerts({ ...t.deps, ...deps }, log)

let taken = 0
/** Returns the e-mails with alerts that have arrived since the last call: recipient and first paragraph. */
function emails(): [to: string, text: string][] {
  const alerts = server.messages.filter(({ subject }) => subject?.startsWith('Alert: '))
  const fresh = alerts.slice(taken)
  taken = alerts.length
  return fresh.map(({ envelopeTo, text }) => [envelopeTo[0]!, text!.split('\n')[0]!] as [string, string]).toSorted()
}

const toAdmin = (text: string) => [[admin.user.email, text]]
const toStaff = (text: string) =>
  [admin, moderator].map(({ user }) => [user.email, text]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))

/** Makes the last alerts older by this interval. */
const pass = (interval: string) =>
  sql`update alerts set sent_at = sent_at - ${interval}::interval, found_at = found_at - ${interval}::interval,
    claimed_until = claimed_until - ${interval}::interval`.execute(t.db)

async function reportClip(reason: string): Promise<void> {
  const { user } = await t.signUp()
  const [id] = await insertVideos(t, user.id, 1)
  await t.visitor.post(`/api/videos/${id}/report`, { reason })
}

/** Starts a receiver of alerts and sets its address as the webhook. @returns The bodies that it receives. */
async function startReceiver(status = 204) {
  const received: unknown[] = []
  const receiver = createServer((request, reply) => {
    void json(request)
      .then((body) => received.push(body))
      .finally(() => reply.writeHead(status).end())
  })
  onTestFinished(() => void receiver.close())
  await set('alertWebhook', `http://127.0.0.1:${await listen(receiver)}/secret-path`)
  return received
}

const set = (key: string, value: unknown) => t.insert('siteSettings', { key, value: JSON.stringify(value) })

const allowsPrivate = () => ({ config: { ...t.deps.config, allowsPrivateWebhook: true } })

test('severe reports alert moderators and admins, and other reports do not', async () => {
  await reportClip('spam')
  await look()
  expect(emails()).toEqual([])
  await reportClip('hate')
  await look()
  expect(emails()).toEqual(toStaff('1 new severe report is waiting.'))
})

test('an alert is sent at most once an hour and counts only new events', async () => {
  await reportClip('nudity')
  await look()
  expect(emails()).toHaveLength(2)
  for (let n = 0; n < 2; n++) await reportClip('violence')
  await pass('59 minutes')
  await look()
  expect(emails()).toEqual([])
  await pass('1 minute')
  await look()
  expect(emails()).toEqual(toStaff('2 new severe reports are waiting.'))
  await pass('1 hour')
  await look()
  expect(emails()).toEqual([])
})

test('alerts are sent although the clock was ahead when the last ones were sent', async () => {
  // Reports of other tests do not count.
  await sql`update cases set state = 'closed', closed_at = now() where state = 'open'`.execute(t.db)
  await sql`
    update alerts set sent_at = now() + interval '1 year', covered_until = now() + interval '1 year',
      claimed_until = now() + interval '1 year'`.execute(t.db)
  await reportClip('nudity')
  await look({ disk: { state: async () => 'low' } })
  expect(emails()).toEqual(
    [
      ...toAdmin('The disk has reached its reserve: new uploads are refused. Please free up space.'),
      ...toStaff('1 new severe report is waiting.'),
    ].toSorted(),
  )
})

test('concurrent processes send each alert once', async () => {
  await reportClip('nudity')
  await Promise.all(Array.from({ length: 8 }, () => look()))
  expect(emails()).toHaveLength(2)
})

test('legal notices and appeals alert staff, and accounts that wait for approval alert admins', async () => {
  await t.signUp({ waitingSince: new Date().toISOString() })
  const notice = { kind: 'unlawful', explanation: 'x', name: 'x', email: 'x@example.org' } as const
  await t.insert('notices', notice)
  const { user } = await t.signUp()
  const [id] = await insertVideos(t, user.id, 1)
  const opened = { kind: 'video', subjectId: id!, source: 'report', snapshot: '{}', state: 'closed' } as const
  const closedAt = new Date().toISOString()
  const { id: caseId } = await t.insert('cases', { ...opened, closedAt })
  await sql`
    insert into decisions (case_id, person_id, rule, rule_text, measure, source, detected, state, appealed_at)
    values (${caseId}, ${user.id}, 'spam', 'x', 'warn', 'report', 'person', 'in-force', now())`.execute(t.db)
  await look()
  expect(emails()).toEqual(
    [
      ...toAdmin('1 new account is waiting for approval.'),
      ...toStaff('1 new legal notice has arrived.'),
      ...toStaff('1 new appeal is waiting.'),
    ].toSorted(),
  )
})

test('low disk space and failed jobs alert admins and the log', async () => {
  await t.deps.jobs.enqueue(t.db, 'render-poster', { videoId: randomUUID() })
  await sql`update pgboss.job set state = 'failed', completed_on = now()`.execute(t.db)
  await look({ disk: { state: async () => 'low' } })
  const [disk, jobs] = [
    'The disk has reached its reserve: new uploads are refused. Please free up space.',
    'Background jobs failed: 1 of render-poster.',
  ]
  expect(emails()).toEqual([...toAdmin(jobs), ...toAdmin(disk)])
  expect(logged).toEqual([`Disk space: ${disk}`, `Failed jobs: ${jobs}`].toSorted())
})

test('admins are alerted within a minute when no worker runs, and then once a day', async () => {
  const seen = (role: 'web' | 'worker', ago: string) =>
    t.insert('processes', {
      id: randomUUID(),
      role,
      host: 'one',
      pid: 1,
      version: '1',
      beatAt: sql`now() - ${ago}::interval`,
    })
  await seen('web', '0 seconds')
  // At this age, a killed worker must count as missing. The next check comes within a minute of its last heartbeat.
  await seen('worker', `${60 - LOOK_EVERY_MS / 1_000} seconds`)
  expect((await listProcesses(t.db)).filter(({ isAlive }) => !isAlive)).toMatchObject([{ role: 'worker' }])
  expect(await listBackgroundProblems(t.db)).toMatchObject([{ cause: 'worker' }])
  await look()
  const [[to, text] = []] = emails()
  expect([to, text]).toEqual([
    admin.user.email,
    expect.stringContaining('No background process (ROLE=worker or all) has been seen'),
  ])
  expect(logged.join()).toContain('Background work: No background process')

  // On a busy machine, these checks take longer than one heartbeat of the web process counts.
  const lookAgain = async () => {
    await t.change('processes', { role: 'web' }, { beatAt: sql`now()` })
    await look()
  }
  for (let hour = 0; hour < 23; hour++) {
    await lookAgain()
    await sql`update alerts set sent_at = sent_at - interval '1 hour'`.execute(t.db)
  }
  await lookAgain()
  expect(emails()).toEqual([])
  await sql`update alerts set sent_at = sent_at - interval '1 hour'`.execute(t.db)
  await lookAgain()
  expect(emails()).toHaveLength(1)

  await pass('1 hour')
  await lookAgain()
  expect(emails()).toHaveLength(1)
})

test('admins are alerted to a failed backup and to an overdue one', async () => {
  const record = (error?: Error) => withConnection(t.databaseUrl, (client) => recordBackup(client, error))
  await record()
  await look()
  expect(emails()).toEqual([])
  await record(Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' }))
  await look()
  const day = (await t.rows('backups', {}, 'id')).at(-1)!.endedAt.slice(0, 10)
  expect(emails()).toEqual(
    toAdmin(`The last backup, on ${day}, failed: The backup failed: no space left on device, write.`),
  )
  await record()
  await pass('1 hour')
  await look()
  expect(emails()).toEqual([])
  await sql`update backups set ended_at = ended_at - interval '8 days'`.execute(t.db)
  await look()
  expect(emails()).toEqual(toAdmin('The last backup is 8 days old.'))
  await pass('1 day')
  // The clock was ahead during this backup.
  await sql`insert into backups (ended_at) values (now() + interval '1 year')`.execute(t.db)
  await look()
  expect(emails()).toEqual(toAdmin('The last backup is 8 days old.'))
})

test('admins of a site without any backup are alerted after the chosen days', async () => {
  await sql`update migrations set ran_at = ran_at - interval '3 days' where name = '0068-alerts.sql'`.execute(t.db)
  await look()
  expect(emails()).toEqual([])
  await set('backupDays', 2)
  await look()
  expect(emails()).toEqual(toAdmin('No backup has been made for 3 days.'))
  await sql`update migrations set ran_at = ran_at + interval '3 days' where name = '0068-alerts.sql'`.execute(t.db)
})

test('the webhook receives each alert that admins switched on', async () => {
  const received = await startReceiver()
  await set('alerts', ['severe-report'])
  await look(allowsPrivate())
  await reportClip('nudity')
  await look({ ...allowsPrivate(), disk: { state: async () => 'full' } })
  const url = 'http://reverie.test/moderation'
  const words = `Severe reports: 1 new severe report is waiting. ${url}`
  expect(received).toEqual([{ kind: 'severe-report', subject: 'Severe reports', text: words, content: words, url }])
  expect(emails()).toHaveLength(2)
})

test('an alert that failed is tried again, and its error names no address', async () => {
  const received = await startReceiver(500)
  await look(allowsPrivate())
  await reportClip('nudity')
  await look(allowsPrivate())
  expect(logged).toEqual(['The alert about severe-report could not be sent (webhook): The receiver answered 500.'])
  await look(allowsPrivate())
  expect(received).toHaveLength(1)
  await sql`update alerts set claimed_until = claimed_until - interval '2 minutes'`.execute(t.db)
  await look(allowsPrivate())
  expect(received).toHaveLength(2)
  expect(emails()).toHaveLength(2)
  expect(logged.join()).not.toContain('secret-path')
})

test('an e-mail is tried again if the mail server was unreachable', async () => {
  await server.goAway()
  await reportClip('nudity')
  await look()
  expect(logged).toEqual([expect.stringContaining('Could not reach the mail server')])
  await server.comeBack()
  await sql`update alerts set claimed_until = claimed_until - interval '2 minutes'`.execute(t.db)
  await look()
  expect(emails()).toHaveLength(2)
})

test.each([
  'http://127.0.0.1:1',
  'http://localhost:1',
  'http://[::1]:1',
  'http://[::ffff:127.0.0.1]:1',
  'http://10.1.2.3',
  'http://169.254.169.254/',
])('the webhook %s is refused unless the operator allows private networks', async (address) => {
  await set('alertWebhook', address)
  await look()
  await reportClip('nudity')
  await look()
  expect(logged).toEqual([expect.stringContaining('The receiver is in a private network.')])
  emails()
})
