import LayoutGrid from 'lucide-react/icons/layout-grid'
import Plus from 'lucide-react/icons/plus'
import { Link, useLocation } from 'wouter'
import { useOwnUser } from '../features/auth/auth.queries.ts'
import { signInPath } from '../features/auth/return-path.ts'

const tab =
  'flex min-h-12 items-center gap-2 rounded-full px-5 font-strong transition-colors duration-150 ' +
  'text-ink-muted hover:text-ink aria-[current=page]:text-ink'

const prominentTab =
  'flex min-h-12 items-center gap-2 rounded-full bg-accent pr-6 pl-5 font-strong text-on-accent transition-colors ' +
  'duration-150 hover:bg-accent-strong'

/** The main tabs, floating over every page. */
export function BottomBar() {
  const [path] = useLocation()
  const { user } = useOwnUser()
  return (
    <nav
      aria-label="Main"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex h-20 items-center justify-center bg-linear-to-t from-canvas to-transparent pb-[env(safe-area-inset-bottom)] [view-transition-name:bar]"
    >
      <div className="pointer-events-auto flex items-center gap-1 rounded-full bg-surface-raised p-1 shadow-float">
        <Link
          href="/"
          aria-current={path === '/' ? 'page' : undefined}
          className={tab}
          onClick={() => path === '/' && scrollTo({ top: 0 })}
        >
          <LayoutGrid aria-hidden="true" className="size-5" />
          Feed
        </Link>
        <Link
          href={user === null ? signInPath('/upload') : '/upload'}
          aria-current={path === '/upload' ? 'page' : undefined}
          className={path === '/upload' ? tab : prominentTab}
        >
          <Plus aria-hidden="true" className="size-5" strokeWidth={2.5} />
          Upload
        </Link>
      </div>
    </nav>
  )
}
