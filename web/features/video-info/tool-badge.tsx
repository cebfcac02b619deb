import Sparkles from 'lucide-react/icons/sparkles'
import type { Video } from '../../../contract/videos.ts'
import { toolLabels } from '../../../contract/videos.ts'

interface ToolBadgeProps {
  video: Pick<Video, 'toolUsed' | 'creator'>
  className?: string
}

/** Says that this was made with AI, and with which tool; or that it is a sample, which was not. */
export function ToolBadge({ video: { toolUsed, creator }, className = 'bg-surface text-ink' }: ToolBadgeProps) {
  const shape = `inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-small ${className}`
  if (creator.isSample) return <span className={shape}>Sample</span>
  return (
    <span className={shape}>
      <Sparkles aria-hidden="true" className="size-3.5" />
      <span className="sr-only">Made with AI: </span>
      {toolLabels[toolUsed]}
    </span>
  )
}
