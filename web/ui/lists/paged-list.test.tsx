import { useInfiniteQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listTagVideos } from '../../../contract/discovery/tags.ts'
import type { VideoPage } from '../../../contract/videos/videos.ts'
import { itemsOf, pagedQuery } from '../../net/paged-query.ts'
import { answer, refuse, renderScreen } from '../../test/screens.tsx'
import { buildVideo } from '../../test/build.ts'
import { PagedList } from './paged-list.tsx'

const clipsQuery = pagedQuery(listTagVideos, { params: { tag: 'dunes' } })
const page = (title: string, nextCursor: string | null = null): VideoPage => ({
  videos: [buildVideo({ id: title, title })],
  nextCursor,
})

function Clips(options: { isCompact?: boolean; loadsOnScroll?: boolean }) {
  const query = useInfiniteQuery(clipsQuery)
  const clips = itemsOf(query.data, 'videos')
  return (
    <PagedList query={query} what="clips" items={clips} loading="Loading" empty="No clips" {...options}>
      <ul>
        {clips.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </PagedList>
  )
}

const titles = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole('button', { name })

test('a compact list announces that its first page has failed', async () => {
  refuse(listTagVideos, 500)
  renderScreen(<Clips isCompact />)
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load the clips.')
})

test('an empty page that is not the last one is not called empty', async () => {
  answer(listTagVideos, ({ query: { cursor } }) => (cursor ? page('Dunes') : { videos: [], nextCursor: 'more' }))
  const user = renderScreen(<Clips />)
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Dunes')).toBeTruthy()
})

test('the button keeps the focus and shows that the next page is loading', async () => {
  const next = Promise.withResolvers<VideoPage>()
  answer(listTagVideos, ({ query: { cursor } }) => (cursor ? next.promise : page('Dunes', 'more')))
  const user = renderScreen(<Clips />)
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(button('Show more').getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button('Show more'))
  next.resolve(page('Dunes'))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  // The clip has moved to the second page between the two requests.
  expect(titles()).toEqual(['Dunes'])
})
