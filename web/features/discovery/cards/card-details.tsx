import type { Video } from '../../../../contract/videos/videos.ts'
import { Comments } from '../../social/comments/comments.tsx'
import { ToolLink } from '../../videos/video-info/tool-link.tsx'
import { VideoText } from '../../videos/video-info/video-text.tsx'

export function CardDetails({ video }: { video: Video }) {
  return (
    <div className="flex flex-col gap-5 pt-1 pb-3 max-sm:px-4">
      <VideoText video={video} />
      <div className="flex">
        <ToolLink video={video} />
      </div>
      <Comments video={video} place="card" />
    </div>
  )
}
