import Sparkles from 'lucide-react/icons/sparkles'
import type { Tool } from '../../../contract/videos.ts'
import { toolLabels } from '../../../contract/videos.ts'

/** Says that this was made with AI, and with which tool. */
export function ToolBadge({ tool, className = 'bg-surface text-ink' }: { tool: Tool; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-small ${className}`}>
      <Sparkles aria-hidden="true" className="size-3.5" />
      <span className="sr-only">Made with AI: </span>
      {toolLabels[tool]}
    </span>
  )
}
