import type { QueryClient } from '@tanstack/react-query'
import { listComments } from '../../contract/social/comments.ts'
import type { OwnUser } from '../../contract/account/users.ts'
import { keyOf } from '../net/query-keys.ts'
import { patchVideos } from '../videos/video-cache.ts'
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
  patchVideos(client, (video) =>
    video.creator.id === id ? { ...video, creator: { ...video.creator, username, ...face } } : video,
  )
  // Comments contain their author's name. They are refetched when they are next shown.
  void client.invalidateQueries({ queryKey: keyOf(listComments) })
}
