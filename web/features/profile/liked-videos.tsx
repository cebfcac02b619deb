import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { ApiError } from '../../api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { signInPath } from '../auth/return-path.ts'
import { VideoList } from '../feed/video-list.tsx'
import { dropUnliked, likedVideosQuery } from './liked-videos.queries.ts'

/** What a person likes. Only they may see it: others read a kind sentence. */
export function LikedVideos({ userId, name }: { userId: string; name: string }) {
  const client = useQueryClient()
  const query = useInfiniteQuery(likedVideosQuery(userId))
  useEffect(() => () => dropUnliked(client, userId), [client, userId])
  const code = query.error instanceof ApiError ? query.error.code : undefined
  if (code === 'LOGIN_REQUIRED') return <SignInFirst />
  if (code === 'ACCESS_DENIED') return <Private name={name} />
  return (
    <VideoList
      name={`liked by ${userId}`}
      label="Liked videos"
      query={query}
      empty={
        <Notice
          heading={<h2 className="headline text-title">No liked videos yet</h2>}
          sentence="What you like on the wall is kept here."
        />
      }
    />
  )
}

function SignInFirst() {
  return (
    <Notice
      heading={<h2 className="headline text-title">Likes are personal</h2>}
      sentence="Sign in to see the videos that you like."
    >
      <Link href={signInPath(location.pathname + location.search)} className={buttonClass('primary')}>
        Sign in/Sign up
      </Link>
    </Notice>
  )
}

function Private({ name }: { name: string }) {
  return (
    <Notice
      heading={<h2 className="headline text-title">Likes are personal</h2>}
      sentence={`What ${name} likes, only they can see.`}
    />
  )
}
