import type { QueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../contract/social/profiles.ts'
import type { Video } from '../../contract/videos/videos.ts'
import { mapPages } from '../net/paged-lists.ts'
import type { VideoPages } from '../videos/video-cache.ts'
import { isVideoList } from '../videos/video-cache.ts'
import { ownUserQuery } from '../viewer/viewer.queries.ts'
import { patchListedCreator } from './creators-cache.ts'
import { patchListedPerson } from './people-cache.ts'
import { patchProfile } from './profile-cache.ts'

/** Updates the viewer's own data in every cache: header, profile, lists of people, videos and comments. */
export function showOwnUser(client: QueryClient, user: OwnUser): void {
  const { id, username, displayName, avatarUrl, bio, location, website } = user
  const face = { displayName, avatarUrl }
  client.setQueryData(ownUserQuery.queryKey, user)
  patchProfile(client, id, (profile) => ({ ...profile, ...face, username, bio, location, website }))
  patchListedPerson(client, id, (person) => ({ ...person, ...face, username }))
  patchListedCreator(client, id, (creator) => ({ ...creator, ...face, username: username ?? creator.username }))
  patchVideosOf(client, id, (video) => ({ ...video, creator: { ...video.creator, username, ...face } }))
  // Comments contain their author's name. They are refetched when they are next shown.
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('comments') })
}

function patchVideosOf(client: QueryClient, id: string, change: (video: Video) => Video): void {
  const patch = (video: Video) => (video.creator.id === id ? change(video) : video)
  client.setQueriesData<VideoPages>({ predicate: ({ queryKey }) => isVideoList(queryKey) }, (list) =>
    mapPages(list, 'videos', (videos) => videos.map(patch)),
  )
  client.setQueriesData<Video>(
    { predicate: ({ queryKey: [path, ...rest] }) => path === '/api/videos' && rest.length === 1 },
    (video) => video && patch(video),
  )
}
