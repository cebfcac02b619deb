import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import type { Case } from '../../../../contract/moderation/cases.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import { sql } from 'kysely'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { publish, refusalOf, testApp, testPerson, upload } from '../../../test/test-app.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { digestOf, refuseFile } from '../../../objects/removed-files.ts'
import { openCase } from '../cases/open-case.ts'
import { undoDecisions } from './undo-decisions-of.ts'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })

afterEach(() => sql`delete from erased_files`.execute(t.db))

const ground = { rule: 'nudity', facts: 'At 0:02.' }

async function reportedClip() {
  const owner = await t.signUp()
  const video = await publish(owner.caller)
  const { reportId } = (await t.visitor.post(`/api/videos/${video.id}/report`)).json<{ reportId: string }>()
  const found = await t.row('cases', { subjectId: video.id })
  return { owner, video, reportId, caseId: found.id }
}

test('permanent removal deletes a clip’s rows and bytes and bans its file', async () => {
  const { owner, video, reportId, caseId } = await reportedClip()
  await owner.caller.post(`/api/videos/${video.id}/comments`, { text: 'Mine' })
  const reply = await admin.caller.post(`/api/cases/${caseId}/erase`, ground)
  expect([reply.statusCode, reply.body]).toEqual([204, ''])

  expect((await admin.caller.get(`/api/videos/${video.id}`)).statusCode).toBe(404)
  expect((await admin.caller.get(video.videoUrl)).statusCode).toBe(404)
  expect(await t.rows('objects', { ownerId: owner.user.id })).toEqual([])
  const found = await t.row('decisions', { caseId })
  expect(found).toMatchObject({
    personId: owner.user.id,
    measure: 'hide',
    rule: 'nudity',
    facts: 'At 0:02.\n\nThe clip was permanently removed.',
    seenAt: null,
  })
  expect((await t.visitor.get(`/api/reports/${reportId}`)).json()).toEqual({ state: 'acted' })
  const act = (await t.rows('staffLog', {}, 'id')).at(-1)
  expect(act).toMatchObject({ actorId: admin.user.id, act: 'erase' })
  expect(act!.subject).toEqual({ caseId, decisionId: found.id })
  expect((await t.rows('publicLog', {}, 'number')).at(-1)?.entry).toMatchObject({ rule: 'nudity' })
  expect(await findDifferences(t.deps)).toEqual([])

  const shown = (await admin.caller.get(`/api/cases/${caseId}`)).json<Case>()
  expect(shown.decisions).toMatchObject([{ id: found.id, isPermanent: true }])
  const lifted = await admin.caller.post(`/api/decisions/${found.id}/lift`, { answer: 'It was a mistake.' })
  expect(refusalOf(lifted)).toEqual([403, 'The clip was permanently removed, so this decision can’t be reversed.'])
  expect((await owner.caller.get('/api/account/decisions')).json()).toMatchObject({
    decisions: [{ isPermanent: true }],
  })

  const again = await t.signUp()
  const videoUrl = await upload(again.caller, await readFile(sampleClip('plain-h264.mp4')))
  const refused = await again.caller.post('/api/videos', { title: 'Again', toolUsed: 'other', videoUrl })
  expect(refusalOf(refused)).toEqual([
    400,
    'This file was permanently removed and can’t be published again. See the rules at /rules.',
  ])
  // The bytes of the refused file are deleted, too.
  expect(await t.rows('objects', { ownerId: again.user.id })).toEqual([])
})

test('a file whose permanent removal is just being committed is not published', async () => {
  const { video } = await reportedClip()
  const { originalId } = await t.row('videos', video.id)
  const digest = await digestOf(t.deps.storage, originalId)
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, await readFile(sampleClip('plain-h264.mp4')))
  const refused = await requestBehind(
    t,
    () => caller.post('/api/videos', { title: 'Again', toolUsed: 'other', videoUrl }),
    async (tx, untilItWaits) => {
      await refuseFile(tx, digest!)
      await untilItWaits()
    },
  )
  expect(refused.json()).toMatchObject({ message: expect.stringMatching(/^This file was permanently removed/) })
})

test('undoing the decisions of an account leaves its permanent removals', async () => {
  const thief = await t.signUp({ role: 'admin' })
  const { owner, caseId } = await reportedClip()
  await thief.caller.post(`/api/cases/${caseId}/erase`, ground)
  const undone = await undoDecisions(t.deps, { byPersonId: thief.user.id, since: new Date(0).toISOString() })
  expect(undone).toEqual({ decisions: 0, appeals: 0, permanent: 1 })
  expect((await owner.caller.get('/api/account/decisions')).json()).toMatchObject({
    decisions: [{ state: 'in-force' }],
  })
})

test('once a clip is removed permanently, an earlier decision that hid it cannot be lifted', async () => {
  const { caseId } = await reportedClip()
  const hidden = await admin.caller.post(`/api/cases/${caseId}/decision`, { ...ground, measure: 'hide' })
  expect((await admin.caller.post(`/api/cases/${caseId}/erase`, ground)).statusCode).toBe(204)
  const url = `/api/decisions/${hidden.json<Decision>().id}/lift`
  expect((await admin.caller.post(url, { answer: 'It was a mistake.' })).statusCode).toBe(403)
})

test('a takedown notice that arrives during a removal becomes the decision’s source', async () => {
  const { video, caseId } = await reportedClip()
  const removed = await requestBehind(
    t,
    () => admin.caller.post(`/api/cases/${caseId}/erase`, ground),
    async (tx, untilItWaits) => {
      await sql`select from videos where id = ${video.id} for update`.execute(tx)
      await untilItWaits()
      await openCase(tx, { kind: 'video', subjectId: video.id, source: 'notice', rules: [] })
    },
  )
  expect(removed.statusCode).toBe(204)
  expect(await t.rows('decisions', { caseId })).toMatchObject([{ source: 'notice' }])
})

test('permanent removal needs facts and a clip, and happens once', async () => {
  const { owner, video, caseId } = await reportedClip()
  const url = `/api/cases/${caseId}/erase`
  expect((await admin.caller.post(url, { ...ground, facts: ' ' })).statusCode).toBe(400)
  expect((await t.visitor.get(`/api/videos/${video.id}`)).statusCode).toBe(200)

  const replies = await Promise.all(Array.from({ length: 4 }, () => admin.caller.post(url, ground)))
  expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 404 || statusCode === 409)).toHaveLength(3)
  expect(await t.rows('decisions', { caseId })).toHaveLength(1)

  const written = await t.visitor.post(`/api/users/${owner.user.id}/report`)
  expect(written.statusCode).toBe(201)
  const account = await t.row('cases', { kind: 'account' })
  const noClip = await admin.caller.post(`/api/cases/${account.id}/erase`, ground)
  expect(refusalOf(noClip)).toEqual([400, 'Only clips can be permanently removed.'])
})

test('an admin may remove a clip that they reported if no other admin can', async () => {
  await t.signUp({ role: 'moderator' })
  const { video, caseId } = await reportedClip()
  await admin.caller.post(`/api/videos/${video.id}/report`, { reason: 'nudity' })
  const remove = () => admin.caller.post(`/api/cases/${caseId}/erase`, ground)
  await t.signUp({ role: 'admin' })
  expect((await remove()).statusCode).toBe(403)
  await sql`update users set role = 'member' where role = 'admin' and id <> ${admin.user.id}`.execute(t.db)
  expect((await remove()).statusCode).toBe(204)
})

test('admins cannot remove their own clips', async () => {
  const own = await publish(admin.caller)
  await t.visitor.post(`/api/videos/${own.id}/report`)
  const found = await t.row('cases', { subjectId: own.id })
  expect((await admin.caller.post(`/api/cases/${found.id}/erase`, ground)).statusCode).toBe(403)
  expect((await t.visitor.get(own.videoUrl)).statusCode).toBe(200)

  const { sizeBytes } = (await t.deps.storage.find(own.videoUrl.split('/').at(-1)!.replace('.mp4', '')))!
  await sql`insert into erased_files (sha256, size_bytes) values (${Buffer.alloc(32)}, ${sizeBytes})`.execute(t.db)
  expect((await publish(admin.caller)).id).toBeDefined()
})
