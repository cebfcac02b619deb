import { getTag, getTool, listTagVideos, listToolVideos } from '../../../../contract/discovery/tags.ts'
import { tagInPath } from '../../../../contract/videos/tags.ts'
import type { Tool } from '../../../../contract/videos/videos.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { indexed, videoList } from '../../../videos/video-list.ts'

const newestFirst = { order: 'stable', leavesOutMuted: true } as const

/** @param tag Key of the tag. */
export const tagQuery = (tag: string) => endpointQuery(getTag, { params: { tag: tagInPath(tag) } })

/** The clips with a tag, newest first. */
export const tagVideosQuery = (tag: string) =>
  videoList(listTagVideos, { params: { tag: tagInPath(tag) } }, { ...newestFirst, meta: indexed })

export const toolQuery = (tool: Tool) => endpointQuery(getTool, { params: { tool } })

/** The clips made with a tool, newest first. */
export const toolVideosQuery = (tool: Tool) => videoList(listToolVideos, { params: { tool } }, newestFirst)
