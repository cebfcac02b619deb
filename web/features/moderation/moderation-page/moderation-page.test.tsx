import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getAccount } from '../../../../contract/account/account.ts'
import { getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { type Appeal, listAppeals } from '../../../../contract/moderation/appeals.ts'
import { decideUnasked } from '../../../../contract/moderation/decisions.ts'
import { listPendingComments, releaseComment } from '../../../../contract/moderation/pending-comments.ts'
import type { Comment } from '../../../../contract/social/comments.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, disconnect, fill, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildDecision, buildOwnUser } from '../../../test/build.ts'
import { appealsQuery, pendingCommentsQuery } from '../desks/moderation.queries.ts'
import { PendingCommentDesk } from '../desks/pending-comment-desk.tsx'
import { AppealsTab } from './appeals-tab.tsx'
import { ModerationPage } from './moderation-page.tsx'
import { PendingCommentsTab } from './pending-comments-tab.tsx'

const createdAt = '2026-01-01T00:00:00.000Z'

const pending = {
  heldBecause: 'link',
  createdAt,
  author: { id: 'u1', username: 'ada', displayName: 'Ada', avatarUrl: null, joinedDate: createdAt },
  video: { id: 'v1', title: 'Waves' },
  sameWordsCount: 1,
} as const

const appeal: Appeal = {
  decision: buildDecision(),
  text: 'It was a joke.',
  appealedAt: createdAt,
  whyNot: null,
}

test.each(['Appeals', 'Comments', 'Accounts'])(
  'if the code of the tab %s fails to load, the page shows the cases',
  async (name) => {
    for (const endpoint of [getAccount, listCases, listAppeals, listPendingComments]) refuse(endpoint, 404)
    const user = renderScreen(<ModerationPage />, { viewer: buildOwnUser({ role: 'moderator' }) })
    const tab = await screen.findByRole('tab', { name })
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => network.mockRestore())
    await user.click(tab)
    expect(await screen.findByText('We couldn’t load this part of the page')).toBeTruthy()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Cases')
  },
)

test.each([
  ['visitor', null, ['/auth?next=%2Fmoderation%3Ftab%3Dappeals', '/']],
  ['member', buildOwnUser(), ['/']],
])('a %s sees the page for unknown addresses, where only a visitor can sign in', async (_who, viewer, links) => {
  renderScreen(<ModerationPage />, { viewer, at: '/moderation?tab=appeals' })
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links)
})

test('an address with an unknown tab shows the first tab', async () => {
  for (const endpoint of [getAccount, listCases, listAppeals, listPendingComments]) refuse(endpoint, 404)
  renderScreen(<ModerationPage />, { viewer: buildOwnUser({ role: 'moderator' }), at: '/moderation?tab=held' })
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Cases')
})

test('a decision about a pending comment is confirmed as any other, and kept if the call fails', async () => {
  const sent = disconnect(decideUnasked)
  refuse(listPendingComments, 404)
  const comment = { ...pending, id: 'c1', text: 'Buy' }
  const done = vi.fn<() => void>()
  const user = renderScreen(<PendingCommentDesk comment={comment} unsentText="" onDone={done} />)
  await user.click(screen.getByRole('radio', { name: /^Hide/ }))
  await fill(screen.getByLabelText(/^Facts/), '“Buy” is an advertisement.')
  await user.click(screen.getByRole('button', { name: /^Hide/ }))
  expect(await screen.findByText('We couldn’t save the decision')).toBeTruthy()
  expect(sent).toMatchObject([{ body: { kind: 'comment', subjectId: 'c1', measure: 'hide', rule: 'spam' } }])
  expect(done).not.toHaveBeenCalled()
  answer(decideUnasked, appeal.decision)
  await user.click(screen.getByRole('button', { name: /^Hide/ }))
  expect(await screen.findByText('They’re told why and can appeal.')).toBeTruthy()
  expect(screen.getByText('Hidden')).toBeTruthy()
  expect(done).toHaveBeenCalledOnce()
})

test('an answer to an appeal stays readable when a colleague answers first', async () => {
  const appeals = ['d1', 'd2'].map((id) => ({ ...appeal, decision: { ...appeal.decision, id, subject: `Clip ${id}` } }))
  answer(listAppeals, { appeals, waitingCount: 2 })
  refuse(getCase, 404)
  const user = renderScreen(<AppealsTab />)
  await fill(await screen.findByLabelText(/^Answer/), 'It was not.')
  answer(listAppeals, { appeals: appeals.slice(1), waitingCount: 1 })
  await act(() => queryClient.invalidateQueries(appealsQuery))
  expect(await screen.findByText('This appeal is no longer open.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Clip d1' })).toBeTruthy()
  expect(screen.getByText('It was not.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Clip d2/ }))
  expect(screen.getByRole('heading', { name: 'Clip d2' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Answer/).value).toBe('')
})

test('a decision about a pending comment stays readable when a colleague approves the comment first', async () => {
  const comments = ['one', 'two'].map((id) => ({ ...pending, id, text: `Comment ${id}` }))
  answer(listPendingComments, { comments, nextCursor: null, waitingCount: 2 })
  const user = renderScreen(<PendingCommentsTab />)
  await fill(await screen.findByLabelText(/^Facts/), '“Buy” is an advertisement.')
  answer(listPendingComments, { comments: comments.slice(1), nextCursor: null, waitingCount: 1 })
  await act(() => queryClient.invalidateQueries(pendingCommentsQuery))
  expect(await screen.findByText('This comment is no longer pending.')).toBeTruthy()
  expect(screen.getByText('“Buy” is an advertisement.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  await user.keyboard('j')
  expect(screen.getByRole('button', { name: /^Comment two/ }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Facts/).value).toBe('')
})

test('after an approval, the next comment is shown', async () => {
  let comments = ['one', 'two', 'three'].map((id) => ({ ...pending, id, text: `Comment ${id}` }))
  answer(listPendingComments, () => ({ comments, nextCursor: null, waitingCount: comments.length }))
  answer(releaseComment, () => {
    comments = comments.filter(({ id }) => id !== 'two')
    return {} as Comment
  })
  const user = renderScreen(<PendingCommentsTab />)
  await user.click(await screen.findByRole('button', { name: /^Comment two/ }))
  await user.click(screen.getByRole('button', { name: /^Approve/ }))
  await expect.poll(() => screen.queryByRole('button', { name: /^Comment two/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Comment three/ }).getAttribute('aria-current')).toBe('true')
})

test('while an approval is sent, the moderator can open another comment and stays there', async () => {
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
