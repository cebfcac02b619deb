import { useInfiniteQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getVideo, listVideos, type Video } from '../../contract/videos/videos.ts'
import { queryClient } from '../net/query-client.ts'
import { answer, renderScreen } from '../test/screens.tsx'
import { buildVideo } from '../test/build.ts'
import { feedQuery, useProcessingRefresh, useVideo, videoQuery } from './video.queries.ts'

function Card({ video }: { video: Video }) {
  useProcessingRefresh(video)
  return <p>{video.thumbnailUrl}</p>
}

function Feed() {
  const videos = useInfiniteQuery(feedQuery).data?.pages[0]?.videos
  return videos?.map((video) => <Card key={video.id} video={video} />)
}

test('a listed clip shows its new cover once the cover is made', async () => {
  const replaced = buildVideo({ thumbnailUrl: '/objects/old.webp', coverAt: 2, stage: 'poster' })
  answer(listVideos, { videos: [replaced], nextCursor: null })
  answer(getVideo, buildVideo({ thumbnailUrl: '/objects/new.webp', coverAt: 2 }))
  renderScreen(<Feed />)
  expect(await screen.findByText('/objects/new.webp')).toBeTruthy()
})

function Page() {
  return <p>{useVideo('video').data?.title}</p>
}

test.each([
  ['processing', 'preview', 2_000],
  ['ready', 'poster', 2_000],
  ['ready', 'stream', 4_000],
  ['ready', null, false],
] as const)('the page of a clip that is %s with the next stage %s polls every %s ms', async (status, stage, ms) => {
  answer(getVideo, buildVideo({ status, stage }))
  renderScreen(<Page />)
  await screen.findByText('Dunes')
  const query = queryClient.getQueryCache().find<Video>({ queryKey: videoQuery('video').queryKey })!
  const { refetchInterval } = query.observers[0]!.options
  expect(typeof refetchInterval === 'function' && refetchInterval(query as never)).toBe(ms)
})
