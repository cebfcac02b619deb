import LayoutGrid from 'lucide-react/icons/layout-grid'
import Plus from 'lucide-react/icons/plus'
import UsersRound from 'lucide-react/icons/users-round'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { signInPath } from '../viewer/sign-in/return-path.ts'
import { useOwnUser } from '../viewer/viewer.queries.ts'

const shape =
  'flex min-h-12 short:min-h-11 items-center justify-center gap-2 rounded-full font-strong transition-colors ' +
  'max-xs:px-3 max-[11rem]:px-1.5 '

const tab = shape + 'px-5 max-xs:[&>svg]:hidden '

const uploadTab = shape + 'bg-accent px-5 text-on-accent ready-hover:bg-accent-strong'

export function BottomBar() {
  const user = useOwnUser()
  return (
    <nav
      aria-label="Main"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex h-[81px] items-center justify-center short:h-14 pb-[env(safe-area-inset-bottom)] [view-transition-name:bar]"
    >
      <div className="pointer-events-auto grid grid-cols-[1fr_auto_1fr] gap-1 rounded-full bg-surface-raised p-1 shadow-float max-[16rem]:[zoom:0.6] short:p-0.5">
        <Tab href="/" icon={<LayoutGrid className="size-5" />}>
          Feed
        </Tab>
        <Link
          href={user === null ? signInPath('/upload') : '/upload'}
          aria-current={useIsCurrent('/upload') ? 'page' : undefined}
          className={uploadTab}
        >
          <Plus className="size-5" strokeWidth={2.5} />
          Upload
        </Link>
        <Tab href="/creators" icon={<UsersRound className="size-5" />}>
          Creators
        </Tab>
      </div>
    </nav>
  )
}

/** A main tab. Choosing the current tab scrolls to the top. */
function Tab({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  const isCurrent = useIsCurrent(href)
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={tab + (isCurrent ? 'text-ink' : 'text-ink-muted hover:text-ink')}
      onClick={() => isCurrent && scrollTo({ top: 0 })}
    >
      {icon}
      {children}
    </Link>
  )
}

function useIsCurrent(href: string): boolean {
  const [path] = useLocation()
  return path === href
}
