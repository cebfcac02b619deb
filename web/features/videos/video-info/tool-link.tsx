import { Link } from 'wouter'
import type { Video } from '../../../../contract/videos/videos.ts'
import { toolPath } from '../../../../contract/videos/tags.ts'
import { ToolBadge } from './tool-badge.tsx'

interface ToolLinkProps {
  video: Pick<Video, 'toolUsed' | 'model' | 'creator'>
  isVerified?: boolean
  className?: string
}

/** The tool badge as a link to other clips made with the tool. A sample, made without a tool, has no link. */
export function ToolLink({ video, ...look }: ToolLinkProps) {
  const badge = <ToolBadge video={video} model={video.model} {...look} />
  if (video.creator.isSample) return badge
  return (
    <Link href={toolPath(video.toolUsed)} className="flex min-w-0 items-center rounded-full pointer-coarse:min-h-11">
      {badge}
    </Link>
  )
}
