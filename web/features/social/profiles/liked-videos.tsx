import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf } from '../../../net/api-error.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { SignInLink } from '../../../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { forgetWall } from '../../discovery/wall/wall-memory.ts'
import { VideoWall } from '../../discovery/cards/video-wall.tsx'
import { removeUnliked, likedVideosQuery } from './liked-videos.queries.ts'

const wallOf = (userId: string) => `liked by ${userId}`
onSignOut((userId) => forgetWall(wallOf(userId)))

/**
 * The videos that a user likes, visible only to that user. Other viewers read an explanation, and no request is made.
 */
export function LikedVideos({ userId, name, isOwnProfile }: { userId: string; name: string; isOwnProfile: boolean }) {
  const user = useOwnUser()
  if (isOwnProfile) return <OwnLikedVideos userId={userId} name={name} />
  if (user === undefined) return <PageSpinner />
  return user ? <PrivateNotice name={name} /> : <SignInNotice />
}

function OwnLikedVideos({ userId, name }: { userId: string; name: string }) {
  const client = useQueryClient()
  const list = likedVideosQuery(userId)
  const { error } = useInfiniteQuery(list)
  useEffect(() => () => removeUnliked(client, userId), [client, userId])
  const code = codeOf(error)
  if (code === 'LOGIN_REQUIRED') return <SignInNotice />
  if (code === 'ACCESS_DENIED') return <PrivateNotice name={name} />
  return (
    <VideoWall
      name={wallOf(userId)}
      label="Liked videos"
      list={list}
      empty={<Notice heading="No liked videos yet" sentence="Videos you like appear here." />}
    />
  )
}

function SignInNotice() {
  return (
    <Notice heading="Likes are private" sentence="Sign in to see the videos you like.">
      <SignInLink className={buttonClass('primary')}>Sign in/Sign up</SignInLink>
    </Notice>
  )
}

function PrivateNotice({ name }: { name: string }) {
  return <Notice heading="Likes are private" sentence={`Only ${name} can see their likes.`} />
}
