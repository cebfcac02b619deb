import { Link } from 'wouter'
import type { Creator } from '../../../../contract/social/profiles.ts'
import { nameOf, profilePath } from '../../../people/person.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'

export function CreatorLink({ creator, size = 'xs' }: { creator: Omit<Creator, 'isSample'>; size?: 'xs' | 'md' }) {
  const name = nameOf(creator)
  const content = (
    <>
      <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size={size} />
      <span className="min-w-0">
        {/* Without a username, the text is a sentence of the interface and must not be truncated to one line. */}
        <span
          dir="auto"
          className={`${creator.username === null ? 'line-clamp-2' : 'block w-fit max-w-full truncate'} ${size === 'md' ? 'font-strong max-xs:line-clamp-2 max-xs:wrap-anywhere max-xs:whitespace-normal' : ''}`}
        >
          {name}
        </span>
        {size === 'md' && creator.username && (
          <span className="block truncate text-small text-ink-muted">@{creator.username}</span>
        )}
      </span>
    </>
  )
  const shape = `flex min-h-11 min-w-0 items-center ${size === 'md' ? 'gap-3' : 'gap-2 text-small text-ink-muted'}`
  if (creator.username === null) return <span className={shape}>{content}</span>
  return (
    <Link href={profilePath(creator.username)} className={`${shape} rounded-control transition-colors hover:text-ink`}>
      {content}
    </Link>
  )
}
