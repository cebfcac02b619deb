import { useQuery } from '@tanstack/react-query'
import { tagKey, tagPath } from '../../../../contract/videos/tags.ts'
import { ApiError } from '../../../net/api-error.ts'
import { NotFoundPage } from '../../../ui/not-found-page.tsx'
import { decodeLastSegment } from './decode-last-segment.ts'
import { tagQuery, tagVideosQuery } from './tags.queries.ts'
import { TopicPage } from './topic-page.tsx'
import { usePathname } from 'wouter/use-browser-location'

/** The page `/tag/{tag}`: all clips with the tag. */
export function TagPage() {
  const tag = tagKey(decodeLastSegment(usePathname()))
  const { data: topic, error } = useQuery(tagQuery(tag))
  // The server answers 400 if no tag can have this name, for example because it is too long.
  if (error instanceof ApiError && error.status === 400) return <NotFoundPage />
  return (
    <TopicPage
      key={tag}
      name={`#${topic?.name ?? tag}`}
      path={tagPath(tag)}
      wall={`tag ${tag}`}
      topic={topic}
      list={tagVideosQuery(tag)}
      nothing="The first clip with this tag could be yours."
    />
  )
}
