import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FollowingPage, listFollowingVideos, markFollowingSeen } from '../../../../contract/discovery/following.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { itemsOf, type Pages } from '../../../net/paged-query.ts'
import { pagesKeyOf } from '../../../net/query-keys.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SignInLink } from '../../../viewer/sign-in/sign-in.tsx'
import { personal } from '../../../viewer/viewer-cache.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { videoList } from '../../../videos/video-list.ts'
import { WallSkeleton } from '../wall/wall-skeleton.tsx'
import { VideoWall } from '../cards/video-wall.tsx'
import { FeedFooter } from './feed-footer.tsx'

const followingQuery = videoList(
  listFollowingVideos,
  {},
  {
    order: 'stable',
    leavesOutMuted: true,
    meta: personal,
    read: async (reply, client) => {
      const page = await reply
      // “You’re caught up” keeps its place for the whole visit, even when the first page is reloaded.
      const first = client.getQueryData<Pages<FollowingPage>>(pagesKeyOf(listFollowingVideos))?.pages[0]
      return { ...page, caughtUpAt: first ? first.caughtUpAt : page.caughtUpAt }
    },
  },
)

/** The clips of the viewer and of followed creators, newest first, with a line where the last visit ended. */
export function FollowingFeed() {
  const user = useOwnUser()
  if (user === undefined) return <WallSkeleton />
  return user === null ? <SignedOut /> : <FollowingVideos />
}

function FollowingVideos() {
  const feed = useInfiniteQuery(followingQuery)
  const videos = itemsOf(feed.data, 'videos')
  const caughtUpAt = feed.data?.pages[0]?.caughtUpAt
  useVisit(videos[0], caughtUpAt)
  const seenIndex = caughtUpAt ? videos.findIndex((video) => !isNewer(video, caughtUpAt)) : -1
  const seen = videos[seenIndex]
  return (
    <>
      {seen && (
        <p role="status" className="sr-only">
          {`${seenIndex} new since your last visit`}
        </p>
      )}
      <VideoWall
        name="following"
        label="Videos of people you follow"
        list={followingQuery}
        line={seen && { beforeId: seen.id, text: 'You’re caught up' }}
        empty={
          <Notice
            heading="Nothing here yet"
            sentence="New clips from people you follow will appear here."
            link={['/creators', 'Find people to follow']}
          />
        }
        footer={<FeedFooter />}
      />
    </>
  )
}

/** Reports the newest clip of this visit. If the call fails, the next visit shows a few more clips above the line. */
function useVisit(newest: Video | undefined, caughtUpAt: string | null | undefined): void {
  const newestId = newest && caughtUpAt !== undefined && isNewer(newest, caughtUpAt) ? newest.id : undefined
  useEffect(() => {
    if (newestId)
      call(markFollowingSeen, { body: { videoId: newestId } }, { isBackground: true }).catch(() => undefined)
  }, [newestId])
}

function isNewer({ createdAt }: Video, time: string | null): boolean {
  return time === null || Date.parse(createdAt) > Date.parse(time)
}

function SignedOut() {
  return (
    <>
      <Notice heading="Sign in to follow people" sentence="Their new clips will appear here.">
        <SignInLink className={buttonClass('primary')}>Sign in</SignInLink>
      </Notice>
      <FeedFooter />
    </>
  )
}
