import type { Case, CaseKind } from '../../../../contract/moderation/cases.ts'
import { type Caller, insertVideos, type Person, type TestApp } from '../../../test/test-app.ts'
import { closeCase } from './close-case.ts'

export const reportPaths: Record<CaseKind, string> = { video: 'videos', comment: 'comments', account: 'users' }

/** Reports a subject, which must succeed. @returns The report's id. */
export async function report(caller: Caller, kind: CaseKind, id: string, reason = 'spam'): Promise<string> {
  const reply = await caller.post(`/api/${reportPaths[kind]}/${id}/report`, { reason, otherText: 'Look' })
  if (reply.statusCode !== 201) throw new Error(`Not reported: ${reply.body}`)
  return reply.json<{ reportId: string }>().reportId
}

export async function readCase({ caller }: Person, id: string): Promise<Case> {
  const reply = await caller.get(`/api/cases/${id}`)
  if (reply.statusCode !== 200) throw new Error(`Not read: ${reply.body}`)
  return reply.json<Case>()
}

/** Returns helpers that read and change the database of a test app. */
export function casesIn(t: TestApp) {
  /** Creates a clip and a comment by the same new user. */
  async function scene() {
    const owner = await t.signUp()
    const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
    const written = await owner.caller.post(`/api/videos/${videoId}/comments`, { text: 'Buy things' })
    return { owner, videoId, commentId: written.json<{ id: string }>().id }
  }

  const casesOf = (subjectId: string) => t.rows('cases', { subjectId }, 'openedAt')

  /** Returns the id of the only open case about a subject. */
  async function openCaseOf(subjectId: string): Promise<string> {
    const [open, ...others] = (await casesOf(subjectId)).filter(({ state }) => state === 'open')
    if (!open || others.length > 0) throw new Error(`There is not one open case about ${subjectId}`)
    return open.id
  }

  /** Closes a case and stores a decision, without applying it. */
  async function decide(judge: Person, id: string, measure: 'none' | 'hide', rule: 'spam' | 'hate' = 'spam') {
    await t.db.transaction().execute(async (tx) => {
      const { personId } = await closeCase(tx, id, {
        moderatorId: judge.user.id,
        isDismissal: measure === 'none',
        isQuiet: false,
      })
      const words = { rule, ruleText: 'No.', facts: 'Seen.', source: 'report', detected: 'person' } as const
      await tx
        .insertInto('decisions')
        .values({ caseId: id, personId, measure, decidedBy: judge.user.id, ...words })
        .execute()
    })
  }

  return { scene, casesOf, openCaseOf, decide }
}
