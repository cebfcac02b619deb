import { expect, test } from 'vitest'
import { rules, ruleKeys } from '../../../../contract/moderation/rules.ts'
import { insertVideos, testApp, testPerson } from '../../../test/test-app.ts'
import { insertDecision } from '../decisions/insert-decision.fixture.ts'
import { faultsOfStatement } from './eu-statement-rules.fixture.ts'

const CANARY = 'canary words of a person'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })
const person = testPerson(t, { displayName: CANARY, bio: CANARY })

async function read(query = ''): Promise<Record<string, unknown>[]> {
  const reply = await admin.caller.get(`/api/statements.jsonl${query}`)
  expect(reply.headers['content-type']).toBe('application/jsonl; charset=utf-8')
  expect(reply.body).not.toMatch(/canary/)
  return reply.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('statements meet the EU database’s format and contain no user text', async () => {
  const [videoId = ''] = await insertVideos(t, person.user.id, 1)
  await t.change('videos', {}, { title: CANARY, createdAt: '2025-12-24T01:00:00Z' })
  const words = { facts: CANARY, note: CANARY, appealText: CANARY, appealedAt: '2026-02-03T00:00:00Z' }
  const ids: string[] = []
  for (const rule of ruleKeys) {
    for (const [measure, kind, until] of [
      ['hide', 'video', null],
      ['hide', 'comment', null],
      ['restrict', 'account', null],
      ['restrict', 'account', '2026-02-09T00:00:00Z'],
      ['suspend', 'account', null],
      ['suspend', 'account', '2026-03-02T00:00:00Z'],
    ] as const) {
      for (const source of ['report', 'notice', 'own'] as const) {
        const detected = kind === 'comment' ? ('hold' as const) : ('person' as const)
        const decided = {
          personId: person.user.id,
          kind,
          rule,
          ruleText: rules[rule].text,
          measure,
          until,
          source,
          detected,
          ...words,
        }
        const subject = kind === 'video' ? { subjectId: videoId } : {}
        ids.push(await insertDecision(t.db, { ...decided, ...subject, decidedAt: '2026-02-02T23:30:00Z' }))
      }
    }
  }
  const statements = (await read()).filter(({ application_date: day }) => day === '2026-02-02')
  expect(statements.map(({ puid }) => puid).toSorted()).toEqual(ids.toSorted())
  expect(statements.flatMap(faultsOfStatement)).toEqual([])
  expect(statements.find(({ category_specification: named }) => String(named) === 'KEYWORD_HATE_SPEECH')).toMatchObject(
    {
      incompatible_content_ground: 'No hate',
      category: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
      decision_ground_reference_url: 'http://reverie.test/rules',
      automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
      application_date: '2026-02-02',
    },
  )
  expect(statements.filter(({ content_date: day }) => day === '2025-12-24')).toHaveLength(ruleKeys.length * 3)
  expect(statements.filter(({ end_date_service_restriction: day }) => day === '2026-02-09')).toHaveLength(
    ruleKeys.length * 3,
  )
  const illegal = statements.filter(({ incompatible_content_illegal: isIllegal }) => isIllegal === 'Yes')
  expect(new Set(illegal.map(({ incompatible_content_ground: title }) => title))).toEqual(
    new Set([rules.copyright.title, rules.unlawful.title]),
  )
  expect(statements.filter(({ automated_detection: found }) => found === 'Yes')).toHaveLength(ruleKeys.length * 3)
})

test('decisions without a restriction have no statement', async () => {
  const before = (await read()).length
  await insertDecision(t.db, { personId: person.user.id, measure: 'none', decidedAt: '2026-05-01T00:00:00Z' })
  await insertDecision(t.db, { personId: person.user.id, measure: 'warn', decidedAt: '2026-05-01T00:00:00Z' })
  expect((await read()).length).toBe(before)
  await insertDecision(t.db, { personId: person.user.id, decidedAt: '2026-05-02T00:00:00Z' })
  expect((await read('?since=2026-05-02')).length).toBe(1)
  expect(await read('?since=2026-05-03')).toEqual([])
  expect((await admin.caller.get('/api/statements.jsonl?since=yesterday')).json()).toMatchObject({
    message: 'Please give a day, as in 2026-11-22',
  })
})

test('an export of several pages contains each statement once', async () => {
  const made = { personId: person.user.id, decidedAt: '2026-04-01T00:00:00Z' }
  const ids = await Promise.all(Array.from({ length: 1_050 }, () => insertDecision(t.db, made)))
  const statements = (await read('?since=2026-04-01')).filter(({ application_date: day }) => day === '2026-04-01')
  expect(statements.map(({ puid }) => puid).toSorted()).toEqual(ids.toSorted())
  const noted = await t.db.selectFrom('staffLog').select(['act', 'subject']).orderBy('id', 'desc').executeTakeFirst()
  expect(noted).toEqual({ act: 'export-statements', subject: { since: '2026-04-01' } })
})
