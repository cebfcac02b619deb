// The cached lists that each change of a clip makes stale. Each function is called once the server has accepted the
// change.
import type { QueryClient } from '@tanstack/react-query'
import { getTag, getTool, listTagVideos, listToolVideos } from '../../../../contract/discovery/tags.ts'
import type { UpdateVideoBody } from '../../../../contract/videos/publishing.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { refreshProfile } from '../../../people/profile-cache.ts'
import { newestPageQuery } from '../../../videos/newer-videos.ts'
import { patchVideo, refreshVideoLists, removeVideo } from '../../../videos/video-cache.ts'
import { scheduleListRefresh } from '../../../videos/video-refresh.ts'
import { userVideosQuery } from '../../../videos/video.queries.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'

/** Refetches every list after the last clip of the upload page was published. The page then leads to the feed. */
export function refreshAfterPublish(client: QueryClient): void {
  // The refresh is not awaited, because a slow list must not keep the finished form open.
  void refreshVideoLists(client)
  void client.invalidateQueries(topicCounts)
}

/**
 * Refetches the creator's own list and profile, and the lists of tags and tools on their next visit. The feed only
 * offers the new clip, because the creator may be reading the feed.
 */
export function refreshAfterBackgroundPublish(client: QueryClient, userId: string): void {
  void client.invalidateQueries(userVideosQuery(userId))
  void client.invalidateQueries(newestPageQuery)
  refreshTopicsLater(client)
  refreshProfile(client, userId)
}

/** Shows the edited clip in every list. @param changed The fields that the owner has changed. */
export function refreshAfterEdit(client: QueryClient, updated: Video, changed: UpdateVideoBody): void {
  patchVideo(client, updated.id, () => updated)
  void client.invalidateQueries(lineageQuery(updated.id))
  scheduleListRefresh(client)
  if (changed.tags !== undefined || changed.toolUsed !== undefined) refreshTopicsLater(client)
}

/** Removes the clip from every list, and counts again. */
export function refreshAfterDelete(client: QueryClient, { id, creator }: Video): void {
  removeVideo(client, id)
  scheduleListRefresh(client)
  refreshProfile(client, creator.id)
  void client.invalidateQueries(topicCounts)
}

/** A filter for the numbers of clips with a tag or from a tool. */
const topicCounts = callsOf(getTag, getTool)

/**
 * Refetches the clips of tags and tools, and their number, on the next visit of their page. At once would be too early,
 * because the server indexes the clip after its reply.
 */
function refreshTopicsLater(client: QueryClient): void {
  const topics = callsOf(getTag, getTool, listTagVideos, listToolVideos)
  void client.invalidateQueries({ ...topics, refetchType: 'none' })
}
