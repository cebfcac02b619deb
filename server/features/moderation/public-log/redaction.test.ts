import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { LogLine } from '../../../../contract/moderation/public-log.ts'
import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import { ruleKeys } from '../../../../contract/moderation/rules.ts'
import { readPages } from '../../../test/read-pages.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { decideAbout, type Person, writeComment } from '../decisions/people.fixture.ts'
import { sizeOf } from '../../../test/run-size.ts'

const CANARY = 'canarywords'
const script = join(import.meta.dirname, '../../../../web/features/moderation/public-log/check-log.mjs')
const enforcements: Enforcement[] = ['none', 'warn', 'hide', 'restrict', 'hide']

const t = testApp()
const decisions = sizeOf({ quick: 20, deep: 1_000 })

test(`the public log of ${decisions} decisions contains no user text or name`, async () => {
  await decideMuch()
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const pages = await Array.fromAsync(readPages<{ lines: LogLine[] }>(t.visitor, '/api/log?limit=100'))
  const [lines, text] = [pages.flatMap((page) => page.lines), JSON.stringify(pages)]
  const decided = lines.filter(({ entry }) => entry.event === 'decided')
  expect(decided).toHaveLength(decisions)
  expect(lines.filter(({ entry }) => entry.event === 'reversed').length).toBeGreaterThan(0)
  expect(text).not.toContain(CANARY)
  // The test also searches for ids of content, because they would identify it.
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  const { stdout } = await promisify(execFile)(process.execPath, [script, origin])
  expect(stdout).toMatch(`${lines.length} lines, none altered.`)
})

async function decideMuch(): Promise<void> {
  const cast = {
    moderator: await t.signUp({ role: 'moderator' }),
    lifter: await t.signUp({ role: 'moderator' }),
    owner: await t.signUp(),
    guest: await t.signUp(),
  }
  const named = { displayName: CANARY, bio: CANARY }
  for (const { user, caller } of Object.values(cast)) await caller.put(`/api/users/${user.id}`, named)
  const videoIds = await insertVideos(t, cast.owner.user.id, decisions)
  await t.change('videos', {}, { title: CANARY, caption: CANARY })
  for (const [i, videoId] of videoIds.entries()) await decideOne(cast, videoId, i)
}

async function decideOne(
  { moderator, lifter, owner, guest }: Record<'moderator' | 'lifter' | 'owner' | 'guest', Person>,
  videoId: string,
  i: number,
): Promise<void> {
  const isComment = i % 4 === 3
  const measure = enforcements[i % enforcements.length]!
  const commentId = isComment ? await writeComment(guest.caller, videoId, CANARY) : ''
  const about = isComment
    ? ({ kind: 'comment', subjectId: commentId } as const)
    : ({ kind: 'video', subjectId: videoId } as const)
  const { id } = await decideAbout(moderator, about, {
    rule: ruleKeys[i % ruleKeys.length]!,
    measure: isComment && measure === 'restrict' ? 'hide' : measure,
    facts: `${CANARY} ${i}`,
    note: CANARY,
  })
  if (isComment || measure === 'none') return
  await owner.caller.post(`/api/account/decisions/${id}/appeal`, { text: CANARY })
  const outcome = measure === 'warn' ? 'upheld' : 'reversed'
  await lifter.caller.post(`/api/decisions/${id}/answer`, { outcome, answer: CANARY })
}
