/** Test helpers: users with content to judge. */
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Decision, DecisionBody } from '../../../../contract/moderation/decisions.ts'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { Role } from '../../../../contract/account/users.ts'
import { STAFF_CHANGED } from '../../../signals/user-signals.ts'
import { type Caller, insertVideos, type Person, type TestApp } from '../../../test/test-app.ts'
import { findWrongCounts } from '../../site/doctor/counters.ts'
import type { Difference } from '../../site/doctor/difference.ts'
import { findWrongEnforcement } from '../../site/doctor/enforcement.ts'
import { findBrokenReferences } from '../../site/doctor/references.ts'
import { openCase } from '../cases/open-case.ts'

export type { Person }

/** Lists the decisions about a person, as they see them. */
export async function statementsOf({ caller }: Pick<Person, 'caller'>): Promise<Statement[]> {
  return (await caller.get('/api/account/decisions')).json<{ decisions: Statement[] }>().decisions
}

export const statementOf = async (person: Person, id: string) =>
  (await statementsOf(person)).find((statement) => statement.id === id)

export async function setRole(t: TestApp, { user }: Person, role: Role): Promise<void> {
  await t.change('users', user.id, { role })
  t.deps.signals.emit(STAFF_CHANGED, '')
}

/** Creates a user with a clip without a file, and a comment on it. */
export async function signUpWithThings(t: TestApp): Promise<Person & { videoId: string; commentId: string }> {
  const person = await t.signUp()
  const [videoId = ''] = await insertVideos(t, person.user.id, 1)
  return { ...person, videoId, commentId: await writeComment(person.caller, videoId) }
}

export async function writeComment(caller: Caller, videoId: string, text = 'Lovely'): Promise<string> {
  return (await caller.post(`/api/videos/${videoId}/comments`, { text })).json<Comment>().id
}

/** Opens a case, as a report does. */
export async function openCaseAbout(t: TestApp, kind: CaseKind, subjectId: string): Promise<string> {
  const { id } = await t.db
    .transaction()
    .execute((tx) => openCase(tx, { kind, subjectId, source: 'report', rules: ['spam'] }))
  return id
}

/** Body of a decision, for tests that do not depend on its texts. */
export function decision(measure: DecisionBody['measure'], changes: Partial<DecisionBody> = {}): DecisionBody {
  return { rule: 'spam', measure, facts: 'It sells watches.', ...changes }
}

/** Decides about a subject, which may be unreported. @returns The decision. */
export async function decideAbout(
  { caller }: Person,
  about: { kind: CaseKind; subjectId: string },
  body: DecisionBody,
): Promise<Decision> {
  const reply = await caller.post('/api/decisions', { ...body, ...about })
  if (reply.statusCode !== 201) throw new Error(`Deciding failed: ${reply.body}`)
  return reply.json<Decision>()
}

/** Runs the doctor on the database only. Clips that were inserted directly have no files to check. */
export async function differences({ db }: TestApp): Promise<Difference[]> {
  return [...(await findWrongCounts(db)), ...(await findBrokenReferences(db)), ...(await findWrongEnforcement(db))]
}
