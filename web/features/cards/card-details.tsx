import type { Video } from '../../../contract/videos.ts'
import { Comments } from '../comments/comments.tsx'
import { ToolBadge } from '../video-info/tool-badge.tsx'
import { VideoText } from '../video-info/video-text.tsx'

/** What a card's details panel holds: caption, prompt, tags, tool and comments. */
export function CardDetails({ video }: { video: Video }) {
  return (
    <div className="flex flex-col gap-5 pt-1 pb-3 max-sm:px-4">
      <VideoText video={video} />
      <div>
        <ToolBadge video={video} />
      </div>
      <Comments video={video} place="card" />
    </div>
  )
}
