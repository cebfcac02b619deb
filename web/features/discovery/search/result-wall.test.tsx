import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchVideos } from '../../../../contract/discovery/search.ts'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { useConnection } from '../../../net/connection.ts'
import { queryClient } from '../../../net/query-client.ts'
import { buildSearchPage, buildVideo } from '../../../test/build.ts'
import { answer, disconnect, renderScreen } from '../../../test/screens.tsx'
import { removePerson } from '../../social/mutes-and-blocks/muted-lists.ts'
import { ResultWall } from './result-wall.tsx'

test('a search that matches people but no clips shows the people', async () => {
  const maria = { id: 'p1', username: 'maria', displayName: 'Maria Sol', avatarUrl: null }
  answer(searchVideos, buildSearchPage({ creators: [maria] }))
  renderScreen(<ResultWall search={{ q: 'ma', sort: 'best', isExact: false }} />)
  const person = await screen.findByRole('link', { name: /Maria Sol/ })
  expect(person.getAttribute('href')).toBe('/profile/maria')
  expect(screen.getByRole('heading', { name: 'No clips match this search' })).toBeTruthy()
})

test('the focus moves to the page when the only clip found leaves the list', async () => {
  const clip = buildVideo()
  answer(searchVideos, buildSearchPage({ videos: [clip], count: 1, shownCount: 1 }))
  renderScreen(
    <main id="content" tabIndex={-1}>
      <ResultWall search={{ q: 'dunes', sort: 'best', isExact: false }} />
    </main>,
  )
  const [link] = await screen.findAllByRole('link', { name: new RegExp(clip.title) })
  link!.focus()
  answer(searchVideos, buildSearchPage())
  act(() => removePerson(queryClient, clip.creator.id).refetch())
  await screen.findByRole('heading', { name: 'No clips match this search' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test.each([
  ['tool:kling', 'no AI tool has that name.'],
  ['-shape:round', 'shapes are vertical, landscape, square, or a ratio such as 9:16.'],
  ['@a_b', 'usernames have only letters and digits.'],
])('a search with %s that finds nothing explains it', async (filter, reason) => {
  answer(searchVideos, buildSearchPage({ invalidFilters: [filter, 'shape:oval'] }))
  renderScreen(<ResultWall search={{ q: filter, sort: 'best', isExact: false }} />)
  expect(await screen.findByText(`We searched for \u2068${filter}\u2069 as words: ${reason}`)).toBeTruthy()
})

test('a search without a network is repeated when the network returns', async () => {
  disconnect(searchVideos)
  disconnect(health)
  renderScreen(<ConnectedWall />)
  expect(await screen.findByRole('heading', { name: 'We couldn’t load the videos' })).toBeTruthy()
  dispatchEvent(new Event('offline'))
  answer(searchVideos, buildSearchPage())
  answer(health, undefined as never)
  dispatchEvent(new Event('online'))
  expect(await screen.findByRole('heading', { name: 'No clips match this search' })).toBeTruthy()
})

const health = { method: 'HEAD', path: '/healthz' } as unknown as Endpoint

/** The wall in an app that watches the network. */
function ConnectedWall() {
  useConnection()
  return <ResultWall search={{ q: 'dawn', sort: 'best', isExact: false }} />
}
