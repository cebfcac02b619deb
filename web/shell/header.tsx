import LogOut from 'lucide-react/icons/log-out'
import { Link, useLocation } from 'wouter'
import type { OwnUser } from '../../contract/users.ts'
import { useLogout, useOwnUser } from '../features/auth/auth.queries.ts'
import { signInPath } from '../features/auth/return-path.ts'
import { Avatar, initial } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export function Header() {
  const { user } = useOwnUser()
  return (
    <header className="sticky top-0 z-30 h-16 bg-canvas/90 backdrop-blur-xl [view-transition-name:header]">
      <div className="mx-auto flex h-full max-w-[110rem] items-center gap-1 px-4 sm:px-6">
        <Link href="/" className="mr-auto flex min-h-11 items-center gap-2.5 rounded-full pr-2">
          <LogoMark className="size-7" />
          <span className="headline text-title leading-none">Reverie</span>
        </Link>
        <ThemeToggle />
        {/* Until it is known who is here: the room of what most visitors see, so that nothing moves. */}
        {!user && <SignInLink className={user === undefined ? 'invisible' : ''} />}
        {user && <OwnControls user={user} />}
      </div>
    </header>
  )
}

function SignInLink({ className }: { className: string }) {
  const [path] = useLocation()
  if (path === '/auth') return null
  return (
    <Link
      href={path === '/' ? '/auth' : signInPath(path)}
      className={buttonClass('quiet', `ml-2 max-sm:px-4 ${className}`)}
    >
      Sign in/Sign up
    </Link>
  )
}

function OwnControls({ user }: { user: OwnUser }) {
  const logout = useLogout()
  return (
    <>
      <button
        type="button"
        onClick={() => logout.mutate()}
        disabled={logout.isPending}
        className={buttonClass('ghost', 'max-sm:px-3')}
      >
        <LogOut aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{logout.isPending ? 'Logging out...' : 'Logout'}</span>
      </button>
      <Link href="/profile" className="ml-1 grid size-11 place-items-center rounded-full">
        <Avatar
          src={user.avatarUrl ?? user.profileImageUrl}
          alt={user.displayName || user.username || 'Profile'}
          fallback={initial(user.username, user.displayName)}
        />
      </Link>
    </>
  )
}
