import type { QueryClient } from '@tanstack/react-query'
import { listComments } from '../../contract/social/comments.ts'
import type { OwnUser } from '../../contract/account/users.ts'
import { getVideo, type Video } from '../../contract/videos/videos.ts'
import { mapPages } from '../net/paged-lists.ts'
import { patchQueries } from '../net/patch-queries.ts'
import { keyOf } from '../net/query-keys.ts'
import type { VideoPages } from '../videos/video-cache.ts'
import { isVideoList } from '../videos/video-list.ts'
import { ownUserQuery } from '../viewer/viewer.queries.ts'
import { patchListedPerson, patchListedCreator } from './people-cache.ts'
import { patchProfile } from './profile-cache.ts'

/** Updates the viewer's own data in every cache: header, profile, lists of people, videos and comments. */
export function patchOwnUser(client: QueryClient, user: OwnUser): void {
  const { id, username, displayName, avatarUrl, bio, location, website } = user
  const face = { displayName, avatarUrl }
  client.setQueryData(ownUserQuery.queryKey, user)
  patchProfile(client, id, (profile) => ({ ...profile, ...face, username, bio, location, website }))
  patchListedPerson(client, id, (person) => ({ ...person, ...face, username }))
  patchListedCreator(client, id, (creator) => ({ ...creator, ...face, username: username ?? creator.username }))
  patchVideosOf(client, id, (video) => ({ ...video, creator: { ...video.creator, username, ...face } }))
  // Comments contain their author's name. They are refetched when they are next shown.
  void client.invalidateQueries({ queryKey: keyOf(listComments) })
}

function patchVideosOf(client: QueryClient, id: string, change: (video: Video) => Video): void {
  const patch = (video: Video) => (video.creator.id === id ? change(video) : video)
  patchQueries<VideoPages>(client, { predicate: isVideoList }, (list) =>
    mapPages(list, 'videos', (videos) => videos.map(patch)),
  )
  patchQueries<Video>(client, { queryKey: keyOf(getVideo) }, patch)
}
