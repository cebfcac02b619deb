import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { deleteAccount, requestDeletion } from '../../contract/account/deletion.ts'
import { changeEmail } from '../../contract/account/email-address.ts'
import { renamePasskey } from '../../contract/account/passkeys.ts'
import { getAccount } from '../../contract/account/account.ts'
import { createInvitation } from '../../contract/account/invitations.ts'
import { changePassword } from '../../contract/account/password.ts'
import { checkResetLink, recover, requestReset, resetPassword } from '../../contract/account/recovery.ts'
import { rejectRegistration, requestApproval } from '../../contract/account/registration-approval.ts'
import { login, LoginBody } from '../../contract/account/sign-in.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Case } from '../../contract/moderation/cases.ts'
import { sendCounterNotice } from '../../contract/moderation/counter-notices.ts'
import { answerAppeal, appealDecision } from '../../contract/moderation/appeals.ts'
import { liftDecision } from '../../contract/moderation/decisions.ts'
import { removeVideoPermanently } from '../../contract/moderation/permanent-removal.ts'
import { reportVideo } from '../../contract/moderation/reports.ts'
import { sendTakedownNotice } from '../../contract/moderation/takedown-notices.ts'
import { makeBatch, undoBatch } from '../../contract/moderation/batches.ts'
import { changeRole } from '../../contract/site/roles.ts'
import { changeStorageLimit } from '../../contract/site/people.ts'
import { changeSiteSettings, getSiteSettings } from '../../contract/site/settings.ts'
import { checkUsername, updateUser } from '../../contract/social/own-profile.ts'
import { disputeFirst } from '../../contract/videos/duplicates.ts'
import { getLineage } from '../../contract/videos/lineage.ts'
import { updateVideo } from '../../contract/videos/publishing.ts'
import { queryClient } from '../net/query-client.ts'
import { replaceUser } from '../viewer/viewer.queries.ts'
import { ChangePart } from '../features/account/email-address/email-section.tsx'
import { LeaveDialog } from '../features/account/deletion/leave-part.tsx'
import { PasskeyNameDialog } from '../features/account/passkeys/passkey-name-dialog.tsx'
import { RecoverForm, ResetEmailForm } from '../features/account/recovery/forgot-page.tsx'
import { ResetPage } from '../features/account/recovery/reset-page.tsx'
import { CredentialsForm } from '../features/account/sign-in/credentials-form.tsx'
import { PasswordPart } from '../features/account/sign-in-settings/password-part.tsx'
import { useLogin } from '../features/account/sign-in/sign-in.queries.ts'
import { ApprovalForm } from '../features/account/registration-approval/waiting-step.tsx'
import { AppealBox } from '../features/moderation/account-status/appeal-box.tsx'
import { CounterNoticeForm } from '../features/moderation/account-status/counter-notice-box.tsx'
import { BatchDialog } from '../features/moderation/batches/batch-dialog.tsx'
import { UndoDialog } from '../features/moderation/batches/batches-dialog.tsx'
import { LiftDialog } from '../features/moderation/cases/decision-list.tsx'
import { AppealForm } from '../features/moderation/desks/appeal-desk.tsx'
import { RemovalDialog } from '../features/moderation/desks/removal-dialog.tsx'
import { ReportDialog } from '../features/moderation/reports/report-dialog.tsx'
import { TakedownNoticeForm } from '../features/moderation/takedown-notices/notice-form.tsx'
import { CreateInvitationDialog } from '../features/site/admin/invitations/create-invitation-dialog.tsx'
import { SettingsTab } from '../features/site/admin/settings/settings-tab.tsx'
import { RejectDialog } from '../features/site/admin/people/approval-actions.tsx'
import { DeleteDialog } from '../features/site/admin/people/delete-dialog.tsx'
import { RoleDialog } from '../features/site/admin/people/role-dialog.tsx'
import { StorageLimitDialog } from '../features/site/admin/people/storage-limit-dialog.tsx'
import { CreateProfileDialog } from '../features/social/profiles/edit/create-profile-dialog.tsx'
import { EditProfileDialog } from '../features/social/profiles/edit/edit-profile-dialog.tsx'
import {
  buildAccount,
  buildAdminPerson,
  buildBatch,
  buildDecision,
  buildOwnUser,
  buildProfile,
  buildSiteSettings,
  buildStatement,
  buildVideo,
} from './build.ts'
import { EditVideoDialog } from '../features/videos/video-page/dialogs/edit-video-dialog.tsx'
import { DisputeDialog } from '../features/videos/duplicates/dispute-dialog.tsx'
import { call } from '../net/api.ts'
import { answer, disconnect, fill, refuse, renderScreen } from './screens.tsx'

const REFUSAL = 'The server says no.'
const nothing = () => {}
const onClose = vi.fn<() => void>()
const viewer = buildOwnUser()
const decision = buildDecision({ id: 'of-every-form' })
const reportedClip = { id: 'of-every-form', subject: 'Dunes', rules: ['unlawful'] } as Partial<Case> as Case
const person = buildAdminPerson()

interface Form {
  element: ReactElement
  at?: string
  endpoint: Pick<Endpoint, 'method' | 'path'>
  button: string | RegExp
  /** The entries of a valid form by label: a text, or `true` to choose an option. */
  valid: Record<string, string | true>
  /** The message for an empty form, or `null` if its button is disabled. `undefined` if an empty form is valid. */
  empty?: string | null
  /** The message after a call that the server did not answer, if the specification prescribes it. */
  unanswered?: string
  /** Whether unsent text outlives the form until it is sent or discarded. */
  isDrafted?: true
  /** Whether it is a dialog that asks before it discards unsent text. */
  asks?: true
}

const forms: Record<string, Form> = {
  login: {
    element: <Login />,
    endpoint: login,
    button: 'Login',
    valid: { Email: 'a@b.org', Password: 'violet teapots' },
    empty: 'Password is required',
  },
  'a request to join': {
    element: <ApprovalForm sentReason="" isAnswered={false} />,
    endpoint: requestApproval,
    button: 'Send',
    valid: { 'Why do you want to join?': 'I make clips of tides.' },
    empty: 'Please tell us in a sentence why you want to join',
    isDrafted: true,
  },
  'a reset e-mail': {
    element: <WithEmail Form={ResetEmailForm} />,
    endpoint: requestReset,
    button: 'Send the link',
    valid: { Email: 'a@b.org' },
    empty: 'Please enter a valid email address',
  },
  'a recovery code': {
    element: <WithEmail Form={RecoverForm} />,
    endpoint: recover,
    button: 'Set password and sign in',
    valid: { Email: 'a@b.org', 'Recovery code': '7k2d-7k2d-7k2d-7k2d-7k2d-7k2d', 'New password': 'violet teapots' },
    empty: 'Recovery code is required',
  },
  'a reset link': {
    element: <ResetPage />,
    at: '/auth/reset#a-token',
    endpoint: resetPassword,
    button: 'Set password',
    valid: { 'New password': 'violet teapots' },
    empty: 'Password must be at least 6 characters',
  },
  'a new address': {
    element: <ChangePart account={{ hasMail: true, pendingEmail: null }} email="a@b.org" />,
    endpoint: changeEmail,
    button: 'Send the link',
    valid: { 'New address': 'new@b.org' },
    empty: 'Please enter a valid email address',
  },
  'a deletion': {
    element: <LeaveDialog user={viewer} onClose={onClose} />,
    endpoint: requestDeletion,
    button: 'Delete my account',
    valid: { 'Your username': 'ada' },
    empty: 'Type your username to continue',
  },
  'a passkey’s name': {
    element: (
      <PasskeyNameDialog
        title="Rename this passkey"
        description="Only you can see its name."
        initialName=""
        submitLabel="Save"
        submit={async (body) => void (await call(renamePasskey, { params: { id: 'k1' }, body }))}
        onClose={onClose}
      />
    ),
    endpoint: renamePasskey,
    button: 'Save',
    valid: { Name: 'Laptop' },
    empty: 'Please enter a name',
  },
  'a first profile': {
    element: <CreateProfileDialog user={buildOwnUser({ username: null, displayName: '' })} />,
    endpoint: updateUser,
    button: 'Create Profile',
    valid: { Username: 'ada', 'Display name': 'Ada' },
    empty: null,
    isDrafted: true,
  },
  'a report': {
    element: <ReportDialog kind="video" id="v1" name="Dunes" onClose={onClose} />,
    endpoint: reportVideo,
    button: /^Submit/,
    valid: { Other: true, 'What is the issue?': 'It is mine.' },
    unanswered: 'Failed to submit report. Please try again.',
    asks: true,
  },
  'a legal notice': {
    element: <TakedownNoticeForm about="" />,
    endpoint: sendTakedownNotice,
    button: 'Send notice',
    valid: {
      'It’s illegal for another reason': true,
      'Where is it?': 'https://example.org/video/1',
      'Why should it be removed?': 'It shows my flat.',
      'Your name': 'Ada',
      'Your email address': 'a@b.org',
      'I believe in good faith that this notice is accurate and complete.': true,
    },
    empty: 'Please enter your name',
  },
  'a counter-notice': {
    element: <CounterNoticeForm decisionId="d1" onOver={() => undefined} />,
    endpoint: sendCounterNotice,
    button: 'Send counter-notice',
    valid: {
      'Why was it a mistake?': 'It is mine.',
      'Your name': 'Ada',
      'Your postal address and phone number': '1 Main Street',
      'Under penalty of perjury': true,
      'I consent': true,
      Signature: 'Ada',
    },
    empty: 'Please enter your name',
    isDrafted: true,
  },
  'an appeal': {
    element: <AppealBox statement={buildStatement()} userId="person" />,
    endpoint: appealDecision,
    button: 'Send appeal',
    valid: { 'Why should the decision change?': 'It is fiction.' },
    empty: 'Please explain why the decision should change',
  },
  'a decision': {
    element: (
      <BatchDialog
        selection={{ kind: 'case', subjectIds: ['c1', 'c2'] }}
        description="Everyone affected is told why."
        about="video"
        reported={['spam']}
        enforcements={['warn', 'hide']}
        onDecided={nothing}
        onClose={onClose}
      />
    ),
    endpoint: makeBatch,
    button: /^(Decide|Hide the clip)$/,
    valid: { 'Hide the clip': true, Facts: 'At 0:12 a sign sells watches.' },
    empty: null,
    isDrafted: true,
  },
  'an answer to an appeal': {
    element: <AppealForm decision={decision} />,
    endpoint: answerAppeal,
    button: /answer/i,
    valid: { 'Uphold the decision': true, Answer: 'It is not fiction.' },
    empty: null,
    isDrafted: true,
  },
  'a reversal': {
    element: <LiftDialog decision={decision} onClose={onClose} />,
    endpoint: liftDecision,
    button: 'Reverse decision',
    valid: { Why: 'We were wrong.' },
    empty: 'Please answer in a sentence',
    isDrafted: true,
    asks: true,
  },
  'a permanent removal': {
    element: <RemovalDialog shown={reportedClip} onClose={onClose} />,
    endpoint: removeVideoPermanently,
    button: 'Remove permanently',
    valid: { Facts: 'A child at 0:03.' },
    empty: 'Please describe what you saw, and where',
    isDrafted: true,
    asks: true,
  },
  'an undo of many decisions': {
    element: <UndoDialog batch={buildBatch()} onClose={onClose} />,
    endpoint: undoBatch,
    button: 'Undo all',
    valid: { Why: ' We were wrong.' },
    isDrafted: true,
    asks: true,
  },
  'a deletion by an admin': {
    element: <DeleteDialog person={person} onClose={onClose} />,
    endpoint: deleteAccount,
    button: 'Delete account',
    valid: { Reason: 'Only advertisements.' },
    empty: 'Please give a reason',
    isDrafted: true,
    asks: true,
  },
  'a rejection': {
    element: <RejectDialog person={person} onClose={onClose} />,
    endpoint: rejectRegistration,
    button: 'Send the answer',
    valid: { 'Why?': 'Too few words.' },
    empty: 'Please explain why in a sentence',
    isDrafted: true,
    asks: true,
  },
  'a role': {
    element: <RoleDialog person={person} onClose={onClose} />,
    endpoint: changeRole,
    button: 'Save',
    valid: { Moderator: true },
    asks: true,
  },
  'a storage limit': {
    element: <StorageLimitDialog person={person} onClose={onClose} />,
    endpoint: changeStorageLimit,
    button: 'Save',
    valid: { 'Their own': true, 'Limit in GB': '25' },
    asks: true,
  },
  'an invitation link': {
    element: <CreateInvitationDialog onClose={onClose} />,
    endpoint: createInvitation,
    button: 'Create link',
    valid: { Note: 'Film club', 'Number of accounts': '10' },
    asks: true,
  },
  'a clip': {
    element: <EditVideoDialog video={buildVideo()} onClose={onClose} />,
    endpoint: updateVideo,
    button: /^Sav(e Changes|ing)/,
    valid: { Title: ' at dusk', Caption: 'Made on a rainy Sunday.' },
    unanswered: 'Failed to update video. Please try again.',
    isDrafted: true,
    asks: true,
  },
  'a profile': {
    element: <EditProfileDialog profile={buildProfile({ isOwnProfile: true })} onRenamed={nothing} onClose={onClose} />,
    endpoint: updateUser,
    button: /^Sav(e Changes|ing)/,
    valid: { Bio: 'I make clips of tides.', Location: 'Porto' },
    isDrafted: true,
    asks: true,
  },
  'a new password': {
    element: <PasswordPart user={viewer} />,
    endpoint: changePassword,
    button: 'Change password',
    valid: { 'Current password': 'violet teapots', 'New password': 'green teapots' },
    empty: 'Password must be at least 6 characters',
  },
  'the site’s settings': {
    element: <SettingsTab />,
    endpoint: changeSiteSettings,
    button: 'Save',
    valid: { Contact: 'hello@example.org' },
    isDrafted: true,
  },
  'a dispute': {
    element: <DisputeDialog videoId="v1" onClose={onClose} />,
    endpoint: disputeFirst,
    button: 'Remove it',
    valid: { 'Why is this wrong?': 'I published it first.' },
    empty: 'Please explain why this is wrong',
    isDrafted: true,
    asks: true,
  },
}

/** Holds the state of the e-mail field for a form, as the page around the recovery forms does. */
function WithEmail({ Form }: { Form: typeof ResetEmailForm }) {
  const [email, setEmail] = useState('')
  return <Form email={email} onEmail={setEmail} />
}

function Login() {
  const props = useLogin(() => Promise.resolve())
  return (
    <CredentialsForm
      schema={LoginBody}
      typed={{ email: '', password: '' }}
      onType={nothing}
      submitLabel="Login"
      passwordAutoComplete="current-password"
      {...props}
    />
  )
}

/** Sends the empty form, if it can be sent. */
async function sendEmpty(user: UserEvent, { button, empty }: Form): Promise<void> {
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: button })
  if (empty === undefined) return
  await user.click(send)
  expect(send.disabled).toBe(empty === null)
  if (empty === null) return
  expect((await screen.findAllByText(empty)).length).toBeGreaterThan(0)
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
}

const fieldOf = (label: string) =>
  screen.getByLabelText(new RegExp(RegExp.escape(label)), { selector: 'input, textarea' })

async function fillAll(user: UserEvent, entries: [label: string, value: string | true][]): Promise<void> {
  for (const [label, value] of entries) {
    await (value === true ? user.click(fieldOf(label)) : fill(fieldOf(label), value))
  }
}

/** Sends the form without its texts, if it can be sent, and types them again. The toast of the last failure is gone. */
async function sendWithoutTexts(user: UserEvent, form: Form, findToast: () => HTMLElement | null): Promise<void> {
  if (!form.empty) return
  const reported = findToast()?.textContent ?? 'No toast'
  const texts = Object.entries(form.valid).filter(([, value]) => value !== true)
  for (const [label] of texts) await user.clear(fieldOf(label))
  await sendEmpty(user, form)
  expect(findToast()?.textContent).not.toBe(reported)
  await fillAll(user, texts)
}

/** Returns what all fields hold. */
function readFields() {
  return Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea'), ({ value, checked }) => ({
    value,
    checked,
  }))
}

/** Opens a form. @returns The simulated user, once the form can be filled. */
async function open({ element, at = '/', button }: Form, as = viewer): Promise<UserEvent> {
  vi.stubGlobal('isSecureContext', false)
  answer(checkUsername, { problem: null })
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
  answer(getAccount, buildAccount())
  answer(getSiteSettings, buildSiteSettings())
  answer(checkResetLink, undefined)
  const user = renderScreen(element, { viewer: as, at })
  await screen.findByRole('button', { name: button })
  return user
}

const drafted = Object.entries(forms).filter(([, { isDrafted }]) => isDrafted)
test.each(drafted)('the form of %s keeps its text for its author if the session expires', async (_, form) => {
  const user = await open(form)
  const initial = readFields()
  await fillAll(user, Object.entries(form.valid))
  const typed = readFields()
  expect(typed).not.toEqual(initial)
  replaceUser(queryClient, null)
  cleanup()
  await open(form, buildOwnUser({ id: 'other' }))
  expect(readFields()).toEqual(initial)
  cleanup()
  await open(form)
  expect(readFields()).toEqual(typed)
})

const asking = Object.entries(forms).filter(([, { asks }]) => asks)
test.each(asking)('the dialog of %s asks before it discards its text', async (_, form) => {
  onClose.mockClear()
  const user = await open(form)
  const initial = readFields()
  await fillAll(user, Object.entries(form.valid))
  const typed = readFields()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect([readFields(), onClose.mock.calls]).toEqual([typed, []])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  await open(form)
  expect(readFields()).toEqual(initial)
})

const closing = asking.filter(([, { isDrafted }]) => isDrafted)
test.each(closing)('the dialog of %s closes while it sends, and keeps its text in case that fails', async (_, form) => {
  onClose.mockClear()
  answer(form.endpoint, () => new Promise<never>(nothing))
  const user = await open(form)
  await fillAll(user, Object.entries(form.valid))
  const typed = readFields()
  await user.click(screen.getByRole('button', { name: form.button }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  await open(form)
  expect(readFields()).toEqual(typed)
})

test.each(Object.entries(forms))(
  'the form of %s names what is missing, keeps its text, shows a failure until the next attempt, and is sent once',
  async (_, form) => {
    const { endpoint, button, unanswered = '' } = form
    const refused = refuse(endpoint, 403, { message: REFUSAL })
    const user = await open(form)
    const send = () => screen.getByRole<HTMLButtonElement>('button', { name: button })
    const toast = () => screen.queryByRole('region', { name: /Notification/, hidden: true })
    const failure = () => toast() ?? document.querySelector('[role=alert], [aria-invalid=true]')
    const isSettled = () => waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull())

    await sendEmpty(user, form)
    expect(refused).toEqual([])

    await fillAll(user, Object.entries(form.valid))
    const typed = readFields()
    await user.click(send())
    expect((await screen.findAllByText(REFUSAL)).length).toBeGreaterThan(0)
    await isSettled()
    expect([refused.length, readFields()]).toEqual([1, typed])

    const lost = disconnect(endpoint)
    await user.click(send())
    await waitFor(() => expect(lost).toHaveLength(1))
    await isSettled()
    // A toast may be rendered later than the button.
    await waitFor(() => {
      expect(failure()).not.toBeNull()
      expect(document.body.textContent).toContain(unanswered)
    })
    expect(readFields()).toEqual(typed)

    await sendWithoutTexts(user, form, toast)
    expect([lost.length, readFields()]).toEqual([1, typed])

    const waiting = answer(endpoint, () => new Promise<never>(nothing))
    act(() => {
      send().click()
      send().click()
    })
    await waitFor(() => expect(send().getAttribute('aria-busy')).toBe('true'))
    await user.click(send())
    await user.keyboard('{Enter}')
    expect([waiting.length, readFields()]).toEqual([1, typed])
    expect(failure()).toBeNull()
  },
)
