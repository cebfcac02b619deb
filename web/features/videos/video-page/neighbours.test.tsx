import { useInfiniteQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Route } from 'wouter'
import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import { listVideos } from '../../../../contract/videos/videos.ts'
import { coverPage } from '../../../page/page-cover.ts'
import { itemsOf } from '../../../net/paged-query.ts'
import { queryClient } from '../../../net/query-client.ts'
import { Player } from '../../../player/player.tsx'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { preferReducedMotion } from '../../../test/reduced-motion.ts'
import { removeVideo, openedOrder } from '../../../videos/video-cache.ts'
import { feedQuery } from '../../../videos/video.queries.ts'
import { VideoLink } from '../video-info/video-link.tsx'
import { chooseAutoplayNext } from './autoplay-next.ts'
import { AutoplayNextChoice } from './similar-when-near.tsx'
import { Neighbours } from './neighbours.tsx'

const source = { kind: 'file', url: '/objects/clip.mp4' } as const
const ignore = () => undefined

/** Renders a clip's player, with the controls that lead to the neighbours of the clip. */
function openClip(id: string) {
  return renderScreen(
    <Route path="/video/:id">
      {({ id: shown }) => (
        <>
          <Player
            key={shown}
            {...{ source, poster: null, storyboardUrl: null, captions: [], title: 'Clip', ratio: 1, startSeconds: 0 }}
            isCovered={false}
            {...{ onUncover: ignore, onMeasured: ignore, onFailed: ignore, onPlaying: ignore }}
          />
          <Neighbours key={`${shown} `} videoId={shown} />
          <AutoplayNextChoice />
        </>
      )}
    </Route>,
    { at: `/video/${id}` },
  )
}

const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next clip' })
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous clip' })
const player = () => screen.getByLabelText<HTMLVideoElement>('Clip')

beforeEach(() => chooseAutoplayNext(false))

test('buttons and keys follow the list that led to the clip', async () => {
  openedOrder.set(['one', 'two', 'three'])
  const user = openClip('two')
  const { length } = history
  await user.click(next())
  expect(location.pathname).toBe('/video/three')
  expect(next().disabled).toBe(true)
  await user.keyboard('pP')
  expect(location.pathname).toBe('/video/one')
  expect(previous().disabled).toBe(true)
  await user.keyboard('n')
  expect(location.pathname).toBe('/video/two')
  expect(history).toHaveLength(length)
})

test('a clip that has been deleted is skipped', async () => {
  openedOrder.set(['one', 'two', 'three'])
  const user = openClip('one')
  act(() => removeVideo(queryClient, 'two'))
  await user.click(next())
  expect(location.pathname).toBe('/video/three')
})

test('keys that are pressed in an open popover do not change the clip', () => {
  openedOrder.set(['one', 'two'])
  openClip('one')
  const popover = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => popover.remove())
  popover.role = 'dialog'
  fireEvent.keyDown(popover, { key: 'n' })
  expect(location.pathname).toBe('/video/one')
})

function List() {
  const { data } = useInfiniteQuery(feedQuery)
  return itemsOf(data, 'videos').map(({ id, title }) => (
    <VideoLink key={id} id={id}>
      {title}
    </VideoLink>
  ))
}

test('opening a clip remembers the order of the list on screen, each clip once', async () => {
  const videos = ['first', 'second', 'first'].map((id) => buildVideo({ id, title: id }))
  answer(listVideos, { videos, nextCursor: null })
  const user = renderScreen(<List />)
  await user.click(await screen.findByRole('link', { name: 'second' }))
  expect(location.pathname).toBe('/video/second')
  expect(openedOrder.get()).toEqual(['first', 'second'])
})

test('without a list, similar clips come next, and “Previous clip” leads back', async () => {
  const videos = ['near', 'far'].map((id) => buildVideo({ id }))
  const calls = answer(listSimilarVideos, { videos, nextCursor: null, because: {} })
  const user = openClip('start')
  await expect.poll(() => next().disabled).toBe(false)
  await user.click(next())
  await user.click(next())
  expect(location.pathname).toBe('/video/far')
  await user.click(previous())
  await user.click(previous())
  expect(location.pathname).toBe('/video/start')
  expect(calls).toHaveLength(1)
})

test('a sideways swipe over the picture opens the next or the previous clip, unless the page is pinch-zoomed', () => {
  const viewport = Object.assign(new EventTarget(), { scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  openedOrder.set(['one', 'two', 'three'])
  openClip('two')
  const swipe = (from: Element, { x, y }: { x: number; y: number }) => {
    fireEvent.touchStart(from, { touches: [{ clientX: 200, clientY: 200 }] })
    fireEvent.touchEnd(from, { changedTouches: [{ clientX: 200 + x, clientY: 200 + y }] })
  }
  swipe(player(), { x: -20, y: 0 })
  swipe(player(), { x: -80, y: 80 })
  swipe(screen.getByRole('slider', { name: 'Seek' }), { x: -120, y: 0 })
  swipe(next(), { x: -120, y: 0 })
  expect(location.pathname).toBe('/video/two')
  swipe(player(), { x: -120, y: 10 })
  expect(location.pathname).toBe('/video/three')
  swipe(player(), { x: 120, y: 10 })
  expect(location.pathname).toBe('/video/two')
  viewport.scale = 1.5
  swipe(player(), { x: -120, y: 10 })
  expect(location.pathname).toBe('/video/two')
})

test('a clip loops until the viewer chooses “Autoplay next”, and the choice is kept', async () => {
  openedOrder.set(['one', 'two'])
  const user = openClip('one')
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Autoplay next' })
  expect(choice.checked).toBe(false)
  expect(player().loop).toBe(true)
  await user.click(choice)
  expect(localStorage.getItem('autoplay-next')).toBe('on')
  expect(player().loop).toBe(false)
  fireEvent.ended(player())
  expect(location.pathname).toBe('/video/two')
  // The last clip has no next one, so it plays in a loop.
  expect(player().loop).toBe(true)
})

test('“Autoplay next” does not leave a clip that the viewer is writing about', async () => {
  openedOrder.set(['one', 'two'])
  chooseAutoplayNext(true)
  openClip('one')
  const uncover = coverPage()
  fireEvent.ended(player())
  expect(location.pathname).toBe('/video/one')
  uncover()
  const comment = document.body.appendChild(document.createElement('textarea'))
  onTestFinished(() => comment.remove())
  comment.value = 'Lovely'
  comment.focus()
  fireEvent.ended(player())
  expect(location.pathname).toBe('/video/one')
  comment.value = ''
  fireEvent.ended(player())
  expect(location.pathname).toBe('/video/two')
})

test('with reduced motion clips loop, and offer no autoplay', () => {
  preferReducedMotion()
  chooseAutoplayNext(true)
  openedOrder.set(['one', 'two'])
  openClip('one')
  expect(screen.queryByRole('checkbox', { name: 'Autoplay next' })).toBeNull()
  expect(player().loop).toBe(true)
})
