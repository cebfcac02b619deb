import indexHtml from '../../../index.html?raw'
import { act, cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, suite, test, vi } from 'vitest'
import { Route } from 'wouter'
import { getOwnUser } from '../../../../contract/account/session.ts'
import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { listComments } from '../../../../contract/social/comments.ts'
import { type LikeState, likeVideo } from '../../../../contract/social/likes.ts'
import { disputeFirst, getFirstHere, type RepostState } from '../../../../contract/videos/duplicates.ts'
import { getAncestors, getLineage, listRemixes } from '../../../../contract/videos/lineage.ts'
import { getProvenance } from '../../../../contract/videos/provenance.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { ApiError } from '../../../net/api-error.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, fill, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { showListEnds } from '../../../test/near-end.ts'
import { openedOrder } from '../../../videos/video-cache.ts'
import { useVideo, videoQuery } from '../../../videos/video.queries.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'
import { AfterFirstHere, FirstHere } from '../duplicates/first-here.tsx'
import { LineagePart } from '../lineage/lineage-part.tsx'
import { ProvenanceLine } from '../provenance/provenance-line.tsx'
import { RemixesPage } from '../remixes-page/remixes-page.tsx'
import { LikeButton } from '../../social/likes/like-button.tsx'
import { deferredParts } from './deferred-parts.ts'
import { VideoPage } from './video-page.tsx'

test.each([400, 404])('a video that is refused with %d is reported as not found', async (status) => {
  refuse(getVideo, status)
  renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/missing' })
  expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Feed' }).getAttribute('href')).toBe('/')
})

test('“Next” and “Previous” skip a clip that was deleted elsewhere', async () => {
  answer(getVideo, ({ params: { id = '' } }) => {
    if (id === 'two') throw new ApiError(404, '')
    return buildVideo({ id, title: id })
  })
  openedOrder.set(['one', 'two', 'three'])
  const user = renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/one' })
  await user.click(await screen.findByRole('button', { name: 'Next clip' }))
  expect(await screen.findByRole('heading', { name: 'three' })).toBeTruthy()
  openedOrder.set(['one', 'two', 'three'])
  await user.click(await screen.findByRole('button', { name: 'Previous clip' }))
  expect(await screen.findByRole('heading', { name: 'one' })).toBeTruthy()
  openedOrder.set(['one', 'two'])
  await user.click(await screen.findByRole('button', { name: 'Next clip' }))
  const next = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Next clip' })
  await expect.poll(() => next()?.disabled).toBe(true)
  expect(screen.getByRole('heading', { name: 'one' })).toBeTruthy()
})

test('the title of a clip appears only once on its page', async () => {
  answer(getVideo, buildVideo({ title: 'Dunes at dawn' }))
  renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/video' })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Dunes at dawn')
  expect(screen.getAllByText('Dunes at dawn')).toHaveLength(1)
})

test('the page of a sample calls its prompt an example, and visitors can follow its creator', async () => {
  const { creator } = buildVideo()
  answer(getVideo, buildVideo({ prompt: 'Fog over a lake', creator: { ...creator, isSample: true } }))
  renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/video' })
  expect(await screen.findByText('Example prompt')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Follow Ada' })).toBeTruthy()
})

test('the text of a hidden clip waits until the viewer is known, so that the link of its owner does not move it', async () => {
  const { promise, resolve } = Promise.withResolvers<ResponseOf<typeof getOwnUser>>()
  answer(getOwnUser, () => promise)
  const decision = { id: 'decision', rule: 'spam', ruleTitle: 'No spam', facts: null, decidedOn: '2026-11-29' }
  const hiding = { reasons: ['moderation' as const], decision }
  const video = buildVideo({ caption: 'Wind only', creator: { ...buildVideo().creator, id: 'me' } })
  answer(getVideo, { ...video, hiding })
  renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/video' })
  void queryClient.resetQueries({ queryKey: ownUserQuery.queryKey })
  await screen.findByRole('heading', { level: 1 })
  await act(() => deferredParts.fetch())
  expect(screen.queryByText('Wind only')).toBeNull()
  resolve(buildOwnUser({ id: 'me' }))
  expect(await screen.findByText('Wind only')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See why and what you can do' })).toBeTruthy()
})

suite('the end of the page is never pushed down', () => {
  const similar = { videos: [buildVideo({ id: 'like-it', title: 'Like it' })], because: {}, nextCursor: null }
  const heading = () => screen.queryByRole('heading', { name: 'Similar clips' })
  const choice = () => screen.queryByRole('checkbox', { name: 'Autoplay next' })

  function openPage(): void {
    answer(getVideo, buildVideo())
    answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
    showListEnds()
    renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/video' })
  }

  test('by comments that arrive after the similar clips', async () => {
    const { promise, resolve } = Promise.withResolvers<ResponseOf<typeof listComments>>()
    answer(listComments, () => promise)
    answer(listSimilarVideos, similar)
    openPage()
    // The button leads to the first similar clip.
    await expect
      .poll(() => screen.queryByRole<HTMLButtonElement>('button', { name: 'Next clip' })?.disabled)
      .toBe(false)
    expect([heading(), choice()]).toEqual([null, null])
    resolve({ comments: [], nextCursor: null })
    await expect.poll(heading).toBeTruthy()
    expect(choice()).toBeTruthy()
  })

  test('by the heading of similar clips that arrive after the comments', async () => {
    const { promise, resolve } = Promise.withResolvers<ResponseOf<typeof listSimilarVideos>>()
    answer(listComments, { comments: [], nextCursor: null })
    answer(listSimilarVideos, () => promise)
    openPage()
    expect(await screen.findByText(/^No comments yet/)).toBeTruthy()
    expect(choice()).toBeNull()
    resolve(similar)
    await expect.poll(heading).toBeTruthy()
    expect(choice()).toBeTruthy()
  })
})

/** Returns the classes of everything that determines the place of a title and a poster, in order. */
function stageClasses(within: ParentNode): (string | undefined)[] {
  const heading = within.querySelector('h1')
  const stage = within.querySelector('[data-shape]')
  const picture = stage?.querySelector('img')
  const row = heading?.parentElement
  return [heading, row, row?.parentElement, stage, stage?.parentElement, picture, picture?.parentElement].map(
    (element) => element?.className,
  )
}

test('the stage that the server sends has the classes of the page', async () => {
  answer(getVideo, buildVideo({ thumbnailUrl: '/objects/poster.webp' }))
  renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/video' })
  await screen.findByRole('heading', { level: 1 })
  const [, sent = ''] = /<!--stage([^]*?)-->/.exec(indexHtml) ?? []
  const template = document.createElement('template')
  template.innerHTML = sent
  expect(stageClasses(template.content)).toEqual(stageClasses(document))
  expect(stageClasses(document)).not.toContain(undefined)
})

test('the server’s poster and title stay until the clip’s data arrives', async () => {
  const sent = document.createElement('div')
  sent.id = 'stage'
  sent.dataset['id'] = 'first'
  sent.innerHTML = '<h1>First light</h1>'
  document.body.append(sent)
  vi.resetModules()
  const { ServerRenderedStage } = await import('./server-rendered-stage.tsx')
  sent.remove()
  renderScreen(<ServerRenderedStage id="first" />)
  expect(screen.getByRole('heading', { name: 'First light' })).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  renderScreen(<ServerRenderedStage id="second" />)
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
})

test('an open dialog is not carried over to the next clip, whose heading takes the focus', async () => {
  const viewer = buildOwnUser({ id: 'owner' })
  const clips = ['First', 'Second'].map((title) => ({
    ...buildVideo({ id: title.toLowerCase(), title, creator: { ...buildVideo().creator, id: viewer.id } }),
    provenance: { state: 'creator' as const },
  }))
  answer(getVideo, ({ params }) => clips.find(({ id }) => id === params['id'])!)
  for (const clip of clips) queryClient.setQueryData(videoQuery(clip.id).queryKey, clip)
  const user = renderScreen(<Route path="/video/:id" component={VideoPage} />, { viewer, at: '/video/first' })
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByLabelText<HTMLInputElement>(/^Title/)).toHaveProperty('value', 'First')
  act(() => {
    history.replaceState(null, '', '/video/second')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const heading = screen.getByRole('heading', { level: 1, name: 'Second' })
  await expect.poll(() => document.activeElement).toBe(heading)
})

test('the page shows the result of a check that its evidence says is done', async () => {
  const line = { says: null, tool: 'Sora', signer: null, signedAt: null, reason: null, removed: null }
  const clipAt = (check: 'pending' | 'done') => ({
    ...buildVideo(),
    provenance: { state: 'file' as const, line: { ...line, check } },
  })
  answer(getVideo, clipAt('pending'))
  answer(getProvenance, {
    ...line,
    check: 'done',
    state: 'file',
    evidence: [],
    manifests: [],
    manifestsCount: 0,
    differences: [],
    checkedAt: null,
    reader: null,
    listsDate: null,
    reportUrl: null,
    workflow: null,
    original: { url: '/objects/video.mp4', sizeBytes: 1, holdsCredentials: false },
  })
  const Line = () => {
    const { data } = useVideo('video')
    return data && <ProvenanceLine video={data} />
  }
  const user = renderScreen(<Line />)
  expect(await screen.findByText(/Checking…$/)).toBeTruthy()
  answer(getVideo, clipAt('done'))
  await user.click(screen.getByRole('button', { name: 'How we know' }))
  expect(await screen.findByText('There was nothing to check.')).toBeTruthy()
  await expect.poll(() => screen.queryAllByText(/Checking…$/)).toEqual([])
})

const first = {
  videoId: 'earlier',
  title: 'Dunes',
  thumbnailUrl: null,
  publishedAt: '2026-01-01T00:00:00Z',
  creator: buildVideo().creator,
}

test('an earlier clip that was found since the last visit of the page is named', async () => {
  const asked = answer(getFirstHere, { first: null, state: null })
  renderScreen(<FirstHere videoId="found-late" />)
  await expect.poll(() => asked).toHaveLength(1)
  cleanup()
  answer(getFirstHere, { first, state: null })
  renderScreen(<FirstHere videoId="found-late" />)
  expect(await screen.findByText(/^First published here by/)).toBeTruthy()
})

test.each([
  ['found', first],
  ['not found', null],
])('comments below the label about an earlier clip wait until it is known (%s)', async (_, found) => {
  const { promise, resolve } = Promise.withResolvers<ResponseOf<typeof getFirstHere>>()
  const asked = answer(getFirstHere, () => promise)
  renderScreen(<AfterFirstHere videoId={`below ${found?.title}`}>Comments</AfterFirstHere>)
  await expect.poll(() => asked).toHaveLength(1)
  expect(screen.queryByText('Comments')).toBeNull()
  resolve({ first: found, state: null })
  expect(await screen.findByText('Comments')).toBeTruthy()
})

test.each(['found', 'credited'] as const)(
  'an owner can dispute the label “%s” until a moderator has decided to keep it',
  async (before) => {
    let state: RepostState = before
    answer(getFirstHere, () => ({ first, state }))
    refuse(disputeFirst, 409, { code: 'CONFLICT', message: 'A moderator has already reviewed this.' })
    const user = renderScreen(<FirstHere videoId={before} />)
    await user.click(await screen.findByRole('button', { name: 'That’s not right' }))
    await fill(await screen.findByLabelText(/^Why is this wrong/), 'I published it first.')
    state = 'kept'
    await user.click(screen.getByRole('button', { name: 'Remove it' }))
    expect(await screen.findByText('A moderator reviewed this and kept it.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'That’s not right' })).toBeNull()
  },
)

test('the page of a clip’s remixes leads back to the clip without a new entry in the history', async () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => {})
  onTestFinished(() => back.mockRestore())
  const clip = { ...buildVideo(), provenance: { state: 'creator' as const } }
  answer(getVideo, clip)
  answer(getLineage, { parents: [], remixesCount: 1, license: null, whyNoRemix: null })
  answer(getAncestors, { prompts: [], ancestors: [], foldedCount: 0, root: null, siblings: [] })
  answer(listRemixes, { videos: [], nextCursor: null })
  const user = renderScreen(
    <>
      <Route path="/video/:id">
        <LineagePart video={clip} />
      </Route>
      <Route path="/video/:id/remixes" component={RemixesPage} />
    </>,
    { at: '/video/video' },
  )
  await user.click(await screen.findByRole('link', { name: '1 remix' }))
  expect(location.pathname).toBe('/video/video/remixes')
  expect(await screen.findByRole('link', { name: 'Make the first one' })).toBeTruthy()
  const { length } = history
  await user.click(await screen.findByRole('link', { name: 'Back to the clip' }))
  expect([back.mock.calls.length, history.length - length]).toEqual([1, 0])
})

function PageHeart() {
  const { data } = useVideo('video')
  return data ? <LikeButton video={data} /> : null
}

test('a like is not undone by a reply that was requested before it', async () => {
  const before = Promise.withResolvers<ReturnType<typeof buildVideo>>()
  const liked = Promise.withResolvers<LikeState>()
  queryClient.setQueryData<unknown>(videoQuery('video').queryKey, buildVideo())
  const asked = answer(getVideo, () => before.promise)
  answer(likeVideo, () => liked.promise)
  const user = renderScreen(<PageHeart />, { viewer: buildOwnUser({ id: 'stranger' }), at: '/video/video' })
  await expect.poll(() => asked).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Like, 0 likes' }))
  before.resolve(buildVideo())
  await act(() => new Promise((next) => setTimeout(next)))
  expect(screen.getByRole('button', { name: 'Like, 1 like' })).toBeTruthy()
  liked.resolve({ isLiked: true, likesCount: 1 })
  await expect.poll(() => asked).toHaveLength(2)
})

test.each([
  ['saved', () => answer(likeVideo, { isLiked: true, likesCount: 1 })],
  ['refused', () => refuse(likeVideo, 500)],
])('a like that is %s refetches the clip', async (_, reply) => {
  let asked = answer(getVideo, buildVideo())
  const user = renderScreen(<PageHeart />, { viewer: buildOwnUser({ id: 'stranger' }), at: '/video/video' })
  const like = await screen.findByRole('button', { name: 'Like, 0 likes' })
  await expect.poll(() => asked).toHaveLength(1)
  asked = answer(getVideo, buildVideo({ isLiked: true, likesCount: 1 }))
  reply()
  await user.click(like)
  await expect.poll(() => asked).toHaveLength(1)
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
})
