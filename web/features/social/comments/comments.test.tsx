import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type Comment,
  type CommentPage,
  createComment,
  deleteComment,
  likeComment,
  listComments,
} from '../../../../contract/social/comments.ts'
import { muteUser } from '../../../../contract/social/mutes-and-blocks.ts'
import { listWaitingBelow, releaseComment } from '../../../../contract/moderation/pending-comments.ts'
import { reportComment } from '../../../../contract/moderation/reports.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { queryClient } from '../../../net/query-client.ts'
import { openTabChannel } from '../../../page/tab-channel.ts'
import { answer, fill, refuse, renderScreen, type SentRequest } from '../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { videoQuery } from '../../../videos/video.queries.ts'
import { cachedUser, followUserInOtherTabs, replaceUser } from '../../../viewer/viewer.queries.ts'
import { Comments } from './comments.tsx'
import { patchComments, commentsQuery } from './comments.queries.ts'

const viewer = buildOwnUser({ id: 'viewer', username: 'grace', displayName: 'Grace' })
let videos = 0

function buildComment(changed: Partial<Comment> = {}): Comment {
  return {
    id: 'comment',
    userId: 'person',
    videoId: 'video',
    text: 'From the host',
    likesCount: 0,
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    username: 'ada',
    displayName: 'Ada',
    avatarUrl: null,
    isLiked: false,
    ...changed,
  }
}

function CommentsOf({ id, place }: { id: string; place: 'card' | 'page' }) {
  const { data } = useQuery(videoQuery(id))
  return data ? <Comments video={data} place={place} /> : null
}

/** Opens the comments below a clip of Ada. Each call uses a new clip, because drafts of comments outlive their form. */
function openComments(
  comments: Comment[] | (() => SentRequest[]),
  { as = viewer, place = 'page' }: { as?: OwnUser | null; place?: 'card' | 'page' } = {},
) {
  const listed = typeof comments === 'function' ? [] : comments
  const video = buildVideo({ id: `video-${++videos}`, commentsCount: listed.length })
  queryClient.setQueryData(videoQuery(video.id).queryKey, video)
  const page = { comments: listed.map((one) => ({ ...one, videoId: video.id })), nextCursor: null }
  const lists = typeof comments === 'function' ? comments() : answer(listComments, page)
  const user = renderScreen(<CommentsOf id={video.id} place={place} />, { viewer: as, at: `/video/${video.id}` })
  return { user, video, lists }
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
const post = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post' })
const list = () => screen.findByRole('region', { name: 'Comments' })

test('the comment of a notification takes the focus, on the page of its clip only', async () => {
  const { video } = openComments([buildComment({ id: 'named' })])
  const item = await within(await list()).findByRole('listitem')
  act(() => history.replaceState({ videoId: 'another clip', commentId: 'named' }, ''))
  expect(document.activeElement).toBe(document.body)
  act(() => history.replaceState({ videoId: video.id, commentId: 'named' }, ''))
  expect(document.activeElement).toBe(item)
})

test('a new comment appears at once, is sent once, and has no actions until it is saved', async () => {
  const { user, video } = openComments([])
  const sent = Promise.withResolvers<Comment>()
  const requests = answer(createComment, () => sent.promise)
  expect(await screen.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
  expect(post().disabled).toBe(true)
  await user.type(await field(), ' first line{Shift>}{Enter}{/Shift}second')
  act(() => {
    post().click()
    post().click()
  })
  const item = await within(await list()).findByRole('listitem')
  expect(item.textContent).toContain('first line\nsecond')
  expect(within(item).queryByRole('button')).toBeNull()
  expect(post().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('heading', { name: 'Comments 1' })).toBeTruthy()
  expect((await field()).value).toBe('')
  expect(document.activeElement).toBe(await field())

  // The server's clock may be behind the browser's.
  const createdAt = new Date(Date.now() - 5_000).toISOString()
  const saved = { id: 'new', userId: viewer.id, videoId: video.id, displayName: 'Grace', createdAt }
  sent.resolve(buildComment({ ...saved, text: 'first line\nsecond' }))
  expect(await screen.findByText('Comment added')).toBeTruthy()
  expect(screen.getByText('Your comment has been posted.')).toBeTruthy()
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Grace: first line\nsecond')
  const time = within(await list()).getByRole('time')
  expect([time.textContent, /\d{4}/.test(time.title)]).toEqual(['just now', true])
  expect(within(await list()).getByRole('button', { name: 'Delete comment' })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ text: 'first line\nsecond' }])
})

test.each([
  ['with a message', 429, { message: 'Slow down' }, 'Slow down'],
  [
    'by the clip’s owner',
    403,
    { code: 'BLOCKED' as const, message: 'This person has blocked you.' },
    /has blocked you/,
  ],
  ['without a message', 418, {}, 'Failed to post comment. Please try again.'],
])('a comment refused %s leaves the list, and the field gets its text back', async (_, status, reply, sentence) => {
  const { user } = openComments([])
  refuse(createComment, status, reply)
  await user.type(await field(), 'Worth keeping{Enter}')
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(async () => expect((await field()).value).toBe('Worth keeping'))
  expect(within(await list()).queryByRole('listitem')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Comments 0' })).toBeTruthy()
})

test('a comment is neither empty nor longer than 500 characters', async () => {
  const { user } = openComments([])
  const requests = answer(createComment, () => new Promise<never>(() => undefined))
  await user.type(await field(), '   {Enter}')
  expect(post().disabled).toBe(true)
  expect(await screen.findByText('Comment cannot be empty')).toBeTruthy()
  await user.clear(await field())
  await user.paste('x'.repeat(501))
  expect(screen.getByText('501/500')).toBeTruthy()
  await user.click(post())
  expect(await screen.findByText('Comment must be 500 characters or less')).toBeTruthy()
  expect(requests).toHaveLength(0)
  await user.type(await field(), '{Backspace}{Enter}')
  expect(screen.queryByText('Validation error')).toBeNull()
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a comment is typed and posted once, although a clip shows its comments on its card and above it', async () => {
  const { user, video } = openComments([])
  renderScreen(<CommentsOf id={video.id} place="card" />, { viewer, at: '/' })
  const texts = () => screen.getAllByLabelText<HTMLTextAreaElement>('Add a comment').map(({ value }) => value)
  await user.type((await screen.findAllByLabelText('Add a comment'))[0]!, 'Lovely')
  expect(texts()).toEqual(['Lovely', 'Lovely'])
  const sent = answer(createComment, buildComment({ videoId: video.id }))
  await user.click(screen.getAllByRole('button', { name: 'Post' })[1]!)
  await expect.poll(() => sent.length).toBe(1)
  expect(texts()).toEqual(['', ''])
})

test('a comment that one user has typed is not offered to the next, and waits for the first', async () => {
  openComments([])
  await fill(await field(), 'By Grace')
  // Another tab has been opened after the session had expired, and someone else has signed in there.
  act(() => replaceUser(queryClient, buildOwnUser({ id: 'other' })))
  await waitFor(async () => expect((await field()).value).toBe(''))
  act(() => replaceUser(queryClient, viewer))
  await waitFor(async () => expect((await field()).value).toBe('By Grace'))
})

test('a session that ends in another tab is reported, and its typed comment waits for the next sign-in', async () => {
  onTestFinished(followUserInOtherTabs(queryClient))
  const otherTab = openTabChannel<{ user: OwnUser | null; signedOutId?: string }>('own-user')
  onTestFinished(() => otherTab.close())
  openComments([])
  await fill(await field(), 'Half a sentence')
  otherTab.emit({ user: null })
  expect(await screen.findByText('You have been signed out')).toBeTruthy()
  expect(screen.getByText('Sign in again to continue where you left off.')).toBeTruthy()
  expect(screen.queryByLabelText('Add a comment')).toBeNull()
  otherTab.emit({ user: viewer })
  expect((await field()).value).toBe('Half a sentence')

  // Signing out deletes what the user has typed.
  otherTab.emit({ user: null, signedOutId: viewer.id })
  expect(await screen.findByText('You signed out in another tab.')).toBeTruthy()
  otherTab.emit({ user: viewer })
  expect((await field()).value).toBe('')

  otherTab.emit({ user: buildOwnUser({ id: 'other' }) })
  await expect.poll(() => cachedUser(queryClient)?.id).toBe('other')
  expect(screen.queryByText('Sign in again to continue where you left off.')).toBeNull()
})

test.each([
  ['deletes', deleteComment, 'Delete comment', 'Delete'],
  ['reports', reportComment, 'Report comment', 'Submit report'],
  ['likes', likeComment, 'Like, 0 likes', undefined],
] as const)(
  'a comment that was deleted on another device leaves the list when someone %s it',
  async (_, endpoint, name, confirm) => {
    answer(listWaitingBelow, { comments: [] })
    const { user } = openComments([buildComment({ userId: 'other' })], { as: { ...viewer, id: buildVideo().userId } })
    answer(listComments, { comments: [], nextCursor: null })
    refuse(endpoint, 404, { code: 'NOT_FOUND', message: 'Comment not found' })
    await user.click(await screen.findByRole('button', { name }))
    if (confirm) await user.click(await screen.findByRole('button', { name: confirm }))
    expect(await screen.findByText('Comment not found')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('From the host')).toBeNull())
    expect(screen.getByRole('heading', { name: 'Comments 0' })).toBeTruthy()
    for (const role of ['alertdialog', 'dialog']) expect(screen.queryByRole(role)).toBeNull()
    await waitFor(async () => expect(document.activeElement).toBe(await list()))
  },
)

test('Enter that ends the conversion of an input method does not send the comment', async () => {
  const { user } = openComments([])
  const requests = answer(createComment, () => new Promise<never>(() => undefined))
  await user.type(await field(), 'にほん')
  // Safari ends the composition before this event.
  fireEvent.keyDown(await field(), { key: 'Enter', isComposing: false, keyCode: 229 })
  expect((await field()).value).toBe('にほん')
  expect(requests).toEqual([])
})

test('muting the only author moves the focus to the comments, which are counted but not shown', async () => {
  const { user } = openComments([buildComment()])
  answer(muteUser, { relation: 'mute' })
  await user.click(await screen.findByRole('button', { name: 'Mute or block' }))
  await user.click(await screen.findByRole('button', { name: 'Mute' }))
  expect(await screen.findByText(/^No comments to show/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Comments 1' })).toBeTruthy()
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Comments')
})

test('a control that the viewer reaches while a dialog closes keeps the focus', async () => {
  const { user } = openComments([buildComment()])
  answer(muteUser, { relation: 'mute' })
  await user.click(await screen.findByRole('button', { name: 'Mute or block' }))
  const [typing, mute] = [screen.getByLabelText('Add a comment'), await screen.findByRole('button', { name: 'Mute' })]
  fireEvent.click(mute)
  typing.focus()
  await waitFor(() => expect(screen.queryByText('Ada')).toBeNull())
  await new Promise((drawn) => requestAnimationFrame(drawn))
  expect(document.activeElement).toBe(typing)
})

test.each([
  ['that fails is rolled back and logged without a toast', 500, [1, 0]],
  ['that a limit refuses is rolled back, and a toast says why', 429, [0, 1]],
])('a like of a comment %s', async (_, status, outcome) => {
  const { user } = openComments([buildComment()])
  const refused = refuse(likeComment, status, { message: 'Slow down' })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  await user.click(await screen.findByRole('button', { name: 'Like, 0 likes' }))
  await waitFor(() => expect(refused).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Like, 0 likes' })).toBeTruthy()
  await waitFor(() => expect([warn.mock.calls.length, screen.queryAllByText('Slow down').length]).toEqual(outcome))
})

test.each([
  ['card', 1],
  ['page', 2],
] as const)('a %s that is opened twice loads its comments %i time(s)', async (place, times) => {
  const { lists, video } = openComments([buildComment()], { place })
  await screen.findByText('From the host')
  cleanup()
  renderScreen(<CommentsOf id={video.id} place={place} />, { viewer, at: `/video/${video.id}` })
  await screen.findByText('From the host')
  await waitFor(() => expect(lists).toHaveLength(times))
})

test('a refetch that began before a like of a comment does not undo it, and is repeated afterwards', async () => {
  const { user, video } = openComments([buildComment()])
  const like = await screen.findByRole('button', { name: 'Like, 0 likes' })
  const refetched = Promise.withResolvers<CommentPage>()
  answer(listComments, () => refetched.promise)
  void queryClient.invalidateQueries(commentsQuery(video.id))
  const liked = { isLiked: true, likesCount: 1 }
  const saved = Promise.withResolvers<typeof liked>()
  answer(likeComment, () => saved.promise)
  await user.click(like)
  const comments = [buildComment({ videoId: video.id })]
  refetched.resolve({ comments, nextCursor: null })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByRole('button', { name: 'Like, 1 like' })).toBeTruthy()
  const newer = buildComment({ id: 'newer', videoId: video.id, text: 'Newer' })
  answer(listComments, { comments: [newer, { ...comments[0]!, ...liked }], nextCursor: null })
  saved.resolve(liked)
  expect(await screen.findByText('Newer')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Like, 1 like' })).toBeTruthy()
})

test('the list contains a comment that was posted before the list loaded', async () => {
  const first = Promise.withResolvers<CommentPage>()
  const posted = buildComment({ id: 'new', text: 'First' })
  let isPosted = false
  const { user } = openComments(() =>
    answer(listComments, () => (isPosted ? { comments: [posted], nextCursor: null } : first.promise)),
  )
  answer(createComment, () => {
    isPosted = true
    return posted
  })
  await user.type(await field(), 'First{Enter}')
  expect(await screen.findByText('Comment added')).toBeTruthy()
  // The first request was sent before the comment existed, so its response must be ignored.
  first.resolve({ comments: [], nextCursor: null })
  expect((await within(await list()).findByRole('listitem')).textContent).toContain('First')
})

test('each new comment is announced once, and the comment before a deleted one is not announced', async () => {
  const [first, second, third, fourth] = ['First', 'Second', 'Third', 'Fourth'].map((text, index) =>
    buildComment({ id: text, text, createdAt: `2026-01-01T00:00:0${index}.000Z` }),
  ) as [Comment, Comment, Comment, Comment]
  const { video } = openComments([second, first])
  await screen.findByText('Second')
  const announced = async (...comments: Comment[]) => {
    act(() => patchComments(queryClient, video.id, () => comments))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(comments.length))
    return screen.getAllByRole('status').flatMap(({ textContent }) => textContent || [])
  }
  expect(await announced(first)).toEqual([])
  expect(await announced(third, first)).toEqual(['Ada: Third'])
  expect(await announced(fourth, third, first)).toEqual(['Ada: Fourth'])
  expect(await announced(third, first)).toEqual([])
})

test('visitors can read and report comments, and must sign in to write', async () => {
  openComments([buildComment()], { as: null })
  const item = await within(await list()).findByRole('listitem')
  expect(item.textContent).toContain('0 likes')
  expect(within(item).getAllByRole('button')).toEqual([within(item).getByRole('button', { name: 'Report comment' })])
  expect(screen.queryByLabelText('Add a comment')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test.each(['here', 'in another tab'])(
  'a pending comment that is approved %s is listed, the focus moves to the next one, and deleting that empties the list',
  async (where) => {
    const videoId = `video-${videos + 1}`
    const [ada, bob] = ['Ada', 'Bob'].map((name) => buildComment({ id: name, displayName: name, videoId }))
    let pending = [ada!, bob!]
    answer(listWaitingBelow, () => ({ comments: pending }))
    const { user, video } = openComments([], { as: { ...viewer, id: buildVideo().userId } })
    const approve = await screen.findByRole('button', { name: 'Approve the comment by Ada' })
    if (where === 'here') answer(releaseComment, ada!)
    else refuse(releaseComment, 409, { code: 'CONFLICT' })
    pending = [bob!]
    answer(listComments, { comments: [ada!], nextCursor: null })
    answer(getVideo, { ...video, commentsCount: 1 })
    await user.click(approve)
    const next = screen.getByRole('button', { name: 'Approve the comment by Bob' })
    await expect.poll(() => document.activeElement).toBe(next)
    expect(await within(await list()).findByText('From the host')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Comments 1' })).toBeTruthy()
    pending = []
    answer(deleteComment, undefined as never)
    await user.click(screen.getByRole('button', { name: 'Delete the comment by Bob' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Bob')).toBeNull())
  },
)
