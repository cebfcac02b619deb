import Eye from 'lucide-react/icons/eye'
import MessageCircle from 'lucide-react/icons/message-circle'
import { formatCount } from '../../../format/count.ts'

export function ViewCount({ count, className = 'text-ink-muted' }: { count: number; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-small tabular-nums ${className}`}>
      <Eye className="size-4" />
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? 'view' : 'views'}</span>
    </span>
  )
}

export function CommentCount({ count, className }: { count: number; className: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-small text-ink-muted tabular-nums ${className}`}>
      <MessageCircle className="size-4" />
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
