import Eye from 'lucide-react/icons/eye'
import MessageCircle from 'lucide-react/icons/message-circle'
import { formatCount, shortenCount } from '../../../format/count.ts'

interface ViewCountProps {
  count: number
  /** Whether the number is shortened, for a place without room. */
  isShort?: boolean
  className?: string
}

export function ViewCount({ count, isShort = false, className = 'text-ink-muted' }: ViewCountProps) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-small tabular-nums ${className}`}>
      <Eye className="size-4" />
      {isShort ? shortenCount(count) : formatCount(count)}
      <span className="sr-only"> {count === 1 ? 'view' : 'views'}</span>
    </span>
  )
}

export function CommentCount({ count, className }: { count: number; className: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-small text-ink-muted tabular-nums ${className}`}>
      <MessageCircle className="size-4" />
      {shortenCount(count)}
      <span className="sr-only"> {count === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
