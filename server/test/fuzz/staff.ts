import { sql } from 'kysely'
import { createInvitation } from '../../features/account/invitations/invitations.queries.ts'
import { undoDecisions } from '../../features/moderation/decisions/undo-decisions-of.ts'
import { api } from '../../features/site/api-docs/api.ts'
import { issueClaimLink } from '../../features/site/roles/claim-site.ts'
import type { OperationName } from '../clients/contract-calls.ts'
import { signUpForgetful } from './recovery.ts'
import { counterNotice, noticeAbout } from '../takedown-notices.ts'
import type { Caller, TestApp } from '../test-app.ts'

/** Staff for generated requests, and a repair of what those requests changed. */

/** Members send these, too, and are refused. */
export const staffOperations = [
  ...Object.keys(api.cases),
  'makeBatch',
  'undoBatch',
  'listBatches',
  'changeRole',
  'resetLimits',
  'deleteAccount',
  'restoreAccount',
  'makeResetLink',
  'changeStorageLimit',
  'listPeople',
  'selectPeople',
  'confirmPassword',
  'listPendingComments',
  'releaseComment',
  'decideSameWords',
  ...Object.keys(api.admin),
  'approveRegistration',
  'rejectRegistration',
  'createInvitation',
  'listInvitations',
  'revokeInvitation',
  'getSiteSettings',
  'changeSiteSettings',
  'exportStatements',
  'decideCase',
  'decideUnasked',
  'liftDecision',
  'listAppeals',
  'answerAppeal',
  'markCourtAction',
  'answerDispute',
] as OperationName[]

export interface Staff {
  callers: Caller[]
  /** Members for requests that replace the caller's session. Each of them can do that only once. */
  spare: Caller[]
  /** An account that awaits approval. */
  waiting: Caller
  waitingId: string
  ids: string[]
  /** Members whose accounts admins may delete, because no other test step needs them. */
  deletableIds: string[]
  /** Valid bodies by operation; `videoId` is the id of any clip. */
  bodies(videoId: string): Partial<Record<OperationName, object>>
  /** Undoes the effects of generated decisions on people, roles and the site. The test can then continue. */
  putRight(): Promise<void>
}

/** @param memberIds People who must stay able to act. */
export async function hireStaff(t: TestApp, memberIds: string[]): Promise<Staff> {
  const [moderator, admin, other, waiting] = await Promise.all([t.signUp(), t.signUp(), t.signUp(), t.signUp()])
  const deletable = await Promise.all([t.signUp(), t.signUp()])
  const forgetful = await signUpForgetful(t)
  const spare = await Promise.all([t.signUp(), t.signUp(), t.signUp(), t.signUp()])
  const staff = [
    [moderator.user.id, 'moderator'],
    [admin.user.id, 'admin'],
    [other.user.id, 'admin'],
  ] as const
  let token = ''
  let invitation = ''

  async function putRight(): Promise<void> {
    // Undoing one account restores decisions of another that it had reversed.
    for (const [byPersonId] of [...staff, ...staff])
      await undoDecisions(t.deps, { byPersonId, since: '2000-01-01T00:00:00Z' })
    await t.db.updateTable('users').set({ role: 'member' }).where('id', 'in', memberIds).execute()
    for (const [id, role] of staff) await t.change('users', id, { role })
    await t.change('users', waiting.user.id, { waitingSince: sql`now()` })
    await t.db.deleteFrom('siteSettings').execute()
    token = new URL(await issueClaimLink(t.db, 'http://reverie.test')).hash.slice(1)
    invitation = await invite(t, admin.user.id)
    await forgetful.equip()
  }

  await putRight()
  return {
    callers: [moderator.caller, admin.caller, other.caller],
    spare: spare.map(({ caller }) => caller),
    waiting: waiting.caller,
    waitingId: waiting.user.id,
    ids: staff.map(([id]) => id),
    deletableIds: deletable.map(({ user }) => user.id),
    bodies: (videoId) => ({
      confirmPassword: { password: 'secret1' },
      claimSite: { token },
      ...forgetful.bodies(),
      changeRole: { role: 'moderator' },
      changeStorageLimit: { storageLimitGb: 20 },
      requestApproval: { reason: 'To look around' },
      rejectRegistration: { answer: 'Not now' },
      createInvitation: { maxUses: 3, days: 7 },
      checkInvitation: { token: invitation },
      changeSiteSettings: { contact: 'At the door', ownRules: [{ title: 'No politics', text: 'No campaigns.' }] },
      decideCase: { rule: 'spam', measure: 'warn', facts: 'It repeats itself.' },
      decideUnasked: { kind: 'video', subjectId: videoId, rule: 'hate', measure: 'hide', facts: 'It shows a symbol.' },
      makeBatch: { kind: 'video', subjectIds: [videoId], rule: 'spam', measure: 'warn', facts: 'It repeats itself.' },
      undoBatch: { answer: 'It was wrong.' },
      deleteAccount: { reason: 'It advertises.' },
      liftDecision: { answer: 'It was wrong.' },
      answerAppeal: { outcome: 'upheld', answer: 'It stays.' },
      appealDecision: { text: 'It is mine.' },
      sendCounterNotice: counterNotice,
      markCourtAction: { isCourtAction: true },
      removeVideoPermanently: { rule: 'unlawful', facts: 'It is forbidden.' },
      decideSameWords: { rule: 'spam', facts: 'It is the same again.' },
      reportComment: { reason: 'hate' },
      reportAccount: { reason: 'spam' },
      sendTakedownNotice: noticeAbout(videoId),
      findMatches: { durationSeconds: 5, frames: [Buffer.alloc(32, 7).toString('base64')] },
      disputeFirst: { text: 'It is mine.' },
      answerDispute: { answer: 'keep' },
    }),
    putRight,
  }
}

async function invite(t: TestApp, adminId: string): Promise<string> {
  const { link } = await createInvitation(t.db, 'http://reverie.test', adminId, { note: null, maxUses: 1_000, days: 7 })
  return new URL(link).hash.slice(1)
}
