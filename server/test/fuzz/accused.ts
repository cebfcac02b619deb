import type { Decision, DecisionBody } from '../../../contract/moderation/decisions.ts'
import type { OperationName } from '../clients/contract-calls.ts'
import { insertClips } from './clips.ts'
import type { Pool } from './generated-requests.ts'
import { copyrightNoticeAbout, counterNotice } from '../takedown-notices.ts'
import { type Caller, callerOf, type TestApp } from '../test-app.ts'

/** Keeps a supply of cases, appeals and reviews for generated requests, which use them up. */
export interface Accused {
  callers: Partial<Record<OperationName, Caller[]>>
  /** Creates new pending items. @returns Their ids, keyed by pool. Generated requests take ids from these pools. */
  refill(): Promise<Partial<Record<Pool, string>>>
}

export async function startAccused(t: TestApp): Promise<Accused> {
  const [{ user }, judge] = await Promise.all([t.signUp(), t.signUp()])
  const cookies: Record<string, string> = {}
  const accused = { user, caller: callerOf(t.app, cookies) }
  await t.change('users', judge.user.id, { role: 'moderator' })

  /** Signs the accused in again. Generated decisions may have suspended them meanwhile and ended the session. */
  async function signIn(): Promise<void> {
    const reply = await t.visitor.post('/api/login', { email: user.email, password: 'secret1' })
    for (const { name, value } of reply.cookies) cookies[name] = value
  }

  async function decideAbout(videoId: string, body: Pick<DecisionBody, 'measure' | 'rule'>): Promise<string> {
    const about = { kind: 'video', subjectId: videoId, facts: 'It is shown here.' }
    const reply = await judge.caller.post('/api/decisions', { ...about, ...body })
    return reply.json<Decision>().id
  }

  async function hideForCopyright(videoId: string): Promise<string> {
    await t.visitor.post('/api/notices', copyrightNoticeAbout(videoId))
    return decideAbout(videoId, { measure: 'hide', rule: 'copyright' })
  }

  async function insertPendingComment(videoId: string): Promise<string> {
    const { id } = await t.insert('comments', {
      videoId,
      userId: accused.user.id,
      text: 'Look at example.com',
      hiddenFor: ['hold'],
      isHidden: true,
      heldBecause: 'link',
    })
    return id
  }

  return {
    callers: {
      appealDecision: [accused.caller, judge.caller, t.visitor],
      markStatementSeen: [accused.caller, judge.caller, t.visitor],
      sendCounterNotice: [accused.caller, judge.caller, t.visitor],
      disputeFirst: [accused.caller, judge.caller, t.visitor],
    },
    async refill() {
      await signIn()
      const clips = await insertClips(t, accused.user.id, 7)
      const [warned = '', appealed = '', claimed = '', countered = '', shown = '', reposted = '', disputed = ''] =
        clips.map(({ id }) => id)
      const waiting = {
        appealable: await decideAbout(warned, { measure: 'warn', rule: 'spam' }),
        appealed: await decideAbout(appealed, { measure: 'hide', rule: 'hate' }),
        counterable: await hideForCopyright(claimed),
        countered: await hideForCopyright(countered),
        pending: await insertPendingComment(shown),
        reposted: await showAgain(t, reposted, judge.user.id),
        disputed: await dispute(t, accused.caller, await showAgain(t, disputed, judge.user.id)),
      }
      const decisions = '/api/account/decisions'
      await accused.caller.post(`${decisions}/${waiting.appealed}/appeal`, { text: 'It is mine.' })
      await accused.caller.post(`${decisions}/${waiting.countered}/counter-notice`, counterNotice)
      return waiting
    },
  }
}

/** Marks a clip as a duplicate of an older one. */
async function showAgain(t: TestApp, videoId: string, ownerOfFirst: string): Promise<string> {
  const [first] = await insertClips(t, ownerOfFirst, 1)
  const createdAt = '2026-01-01T00:00:00Z'
  await t.change('videos', first!.id, { createdAt })
  await t.db.insertInto('reposts').values({ videoId, firstId: first!.id, share: 1, state: 'found' }).execute()
  return videoId
}

/** @returns The case. */
async function dispute(t: TestApp, owner: Caller, videoId: string): Promise<string> {
  await owner.post(`/api/videos/${videoId}/first/dispute`, { text: 'It is mine.' })
  const { id } = await t.row('cases', { videoId })
  return id
}
