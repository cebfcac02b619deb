import Sparkles from 'lucide-react/icons/sparkles'
import { toolLabels, type Video } from '../../../../contract/videos/videos.ts'
import { Seal } from './trust-labels.tsx'

interface ToolBadgeProps {
  video: Pick<Video, 'toolUsed' | 'creator'>
  /** The model is shown before the tool, or instead of the tool “Other”. */
  model?: string | null
  /** Whether a seal says that the clip's credentials are valid. */
  isVerified?: boolean
  className?: string
}

/** A badge that names the AI tool that made the video. A sample, which no AI made, is labelled as a sample. */
export function ToolBadge({ video, model, isVerified, className = 'bg-surface text-ink' }: ToolBadgeProps) {
  const { toolUsed, creator } = video
  const shape = `inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-1 text-small ${className}`
  if (creator.isSample) return <span className={shape}>Sample</span>
  return (
    <span className={shape}>
      <Sparkles className="size-3.5 shrink-0" />
      <span className="sr-only">Made with AI: </span>
      <span className="min-w-0 overflow-hidden break-words text-ellipsis">
        {model && <bdi>{model}</bdi>}
        {model && toolUsed !== 'other' && ' · '}
        {!(model && toolUsed === 'other') && toolLabels[toolUsed]}
      </span>
      {isVerified && (
        <>
          <Seal />
          <span className="sr-only">Verified</span>
        </>
      )}
    </span>
  )
}
