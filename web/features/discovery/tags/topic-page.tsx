import Rss from 'lucide-react/icons/rss'
import { feedPath, feedTypes } from '../../../../contract/discovery/rss.ts'
import type { Topic } from '../../../../contract/discovery/tags.ts'
import { countOf } from '../../../format/count.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import type { VideoListQuery } from '../../../videos/video-list.ts'
import { VideoWall } from '../cards/video-wall.tsx'

/** Maximum number of characters of a name in large type. A longer name would fill a phone's screen. */
const LARGE_MAX_LENGTH = 24

interface TopicPageProps {
  name: string
  /** Address of the page itself. */
  path: string
  /** Name under which the viewer's place on the wall is stored. */
  wall: string
  topic: Topic | undefined
  list: VideoListQuery
  /** Text for a wall without clips. */
  nothing: string
}

/** A wall of clips that share a tag or a tool. */
export function TopicPage({ name, path, wall, topic, list, nothing }: TopicPageProps) {
  return (
    <div className="mx-auto max-w-[110rem] pb-32 sm:px-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 px-4 pt-3 pb-3 sm:px-0 sm:pt-4 sm:pb-4 short:pt-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
          <PageHeading
            title={name}
            className={`headline wrap-anywhere ${name.length > LARGE_MAX_LENGTH ? 'text-title' : 'text-display'}`}
          >
            <bdi>{name}</bdi>
          </PageHeading>
          {/* Keeps its place while the number loads. */}
          <p className="min-h-6 min-w-28 text-ink-muted">
            {topic && countOf(topic.videosCount, 'clip', { hasMore: topic.hasMore })}
          </p>
        </div>
        <a
          href={feedPath(path, 'rss')}
          type={feedTypes.rss}
          aria-label={`RSS of ${name}`}
          className={buttonClass('ghost', '-mx-4')}
        >
          <Rss className="size-4" />
          RSS
        </a>
      </header>
      <VideoWall
        name={wall}
        label="Videos"
        list={list}
        empty={
          topic?.videosCount ? (
            <Notice heading="No clips to show" sentence="Clips by people you’ve muted or blocked are left out." />
          ) : (
            <Notice heading="No videos yet" sentence={nothing} link={['/upload', 'Upload a clip']} />
          )
        }
      />
    </div>
  )
}
