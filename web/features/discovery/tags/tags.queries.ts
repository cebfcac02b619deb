import { queryOptions } from '@tanstack/react-query'
import { getTag, getTool, listTagVideos, listToolVideos } from '../../../../contract/discovery/tags.ts'
import { tagInPath } from '../../../../contract/videos/tags.ts'
import type { Tool } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'

/** @param tag Key of the tag. */
export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: ['/api/tags', tag],
    queryFn: ({ signal }) => call(getTag, { params: { tag: tagInPath(tag) } }, { signal }),
  })

/** The clips with a tag, newest first. */
export const tagVideosQuery = (tag: string) =>
  pagedQuery(['/api/tags', tag, 'videos'], ({ cursor, signal }) =>
    call(listTagVideos, { params: { tag: tagInPath(tag) }, query: { cursor } }, { signal }),
  )

export const toolQuery = (tool: Tool) =>
  queryOptions({
    queryKey: ['/api/tools', tool],
    queryFn: ({ signal }) => call(getTool, { params: { tool } }, { signal }),
  })

/** The clips made with a tool, newest first. */
export const toolVideosQuery = (tool: Tool) =>
  pagedQuery(['/api/tools', tool, 'videos'], ({ cursor, signal }) =>
    call(listToolVideos, { params: { tool }, query: { cursor } }, { signal }),
  )
