import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getAccount } from '../../../../contract/account/account.ts'
import { listCases } from '../../../../contract/moderation/cases.ts'
import { listAppeals } from '../../../../contract/moderation/appeals.ts'
import { decideUnasked } from '../../../../contract/moderation/decisions.ts'
import { listPendingComments, releaseComment } from '../../../../contract/moderation/pending-comments.ts'
import type { Comment } from '../../../../contract/social/comments.ts'
import { answer, disconnect, refuse } from '../../../test/answers.ts'
import { buildOwnUser } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { PendingCommentDesk } from '../desks/pending-comment-desk.tsx'
import { ModerationPage } from './moderation-page.tsx'
import { PendingCommentsTab } from './pending-comments-tab.tsx'

test('if the code of a tab fails to load, the page offers a way back to the cases', async () => {
  for (const endpoint of [getAccount, listCases, listAppeals, listPendingComments]) refuse(endpoint, 404)
  const user = renderScreen(<ModerationPage />, { viewer: buildOwnUser({ role: 'moderator' }) })
  const appeals = await screen.findByRole('tab', { name: 'Appeals' })
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => network.mockRestore())
  await user.click(appeals)
  expect(await screen.findByText('We couldn’t load this part of the page')).toBeTruthy()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Cases')
})

test('an address with an unknown tab shows the first tab', async () => {
  for (const endpoint of [getAccount, listCases, listAppeals, listPendingComments]) refuse(endpoint, 404)
  renderScreen(<ModerationPage />, { viewer: buildOwnUser({ role: 'moderator' }), at: '/moderation?tab=held' })
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Cases')
})

test('the form sends a decision about a pending comment, and keeps it if the call fails', async () => {
  const sent = disconnect(decideUnasked)
  refuse(listPendingComments, 404)
  const createdAt = '2026-01-01T00:00:00.000Z'
  const author = { id: 'u1', username: 'ada', displayName: 'Ada', avatarUrl: null, joinedDate: createdAt }
  const video = { id: 'v1', title: 'Waves' }
  const comment = { id: 'c1', text: 'Buy', heldBecause: 'link', createdAt, author, video, sameWordsCount: 1 } as const
  const done = vi.fn<() => void>()
  const user = renderScreen(<PendingCommentDesk comment={comment} onDone={done} />)
  await user.click(screen.getByRole('radio', { name: /^Hide/ }))
  await user.type(screen.getByLabelText(/^Facts/), '“Buy” is an advertisement.')
  await user.click(screen.getByRole('button', { name: /^Hide/ }))
  expect(await screen.findByText('Nothing was changed')).toBeTruthy()
  expect(sent).toMatchObject([{ body: { kind: 'comment', subjectId: 'c1', measure: 'hide', rule: 'spam' } }])
  expect(done).not.toHaveBeenCalled()
})

test('while an approval is sent, the moderator can open another comment and stays there', async () => {
  const createdAt = '2026-01-01T00:00:00.000Z'
  const author = { id: 'u1', username: 'ada', displayName: 'Ada', avatarUrl: null, joinedDate: createdAt }
  const pending = {
    heldBecause: 'link',
    createdAt,
    author,
    video: { id: 'v1', title: 'Waves' },
    sameWordsCount: 1,
  } as const
  let comments = ['one', 'two', 'three'].map((id) => ({ ...pending, id, text: `Comment ${id}` }))
  answer(listPendingComments, () => ({ comments, nextCursor: null, waitingCount: comments.length }))
  const sending = Promise.withResolvers<Comment>()
  answer(releaseComment, () => sending.promise)
  const user = renderScreen(<PendingCommentsTab />)
  await user.click(await screen.findByRole('button', { name: /^Approve/ }))
  await user.click(screen.getByRole('button', { name: /^Comment three/ }))
  comments = comments.slice(1)
  sending.resolve({} as Comment)
  expect(await screen.findByText('Comment approved')).toBeTruthy()
  await expect.poll(() => screen.queryByRole('button', { name: /^Comment one/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Comment three/ }).getAttribute('aria-current')).toBe('true')
})
