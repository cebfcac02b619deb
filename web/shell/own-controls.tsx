import LogOut from 'lucide-react/icons/log-out'
import { Link } from 'wouter'
import type { OwnUser } from '../../contract/account/users.ts'
import { lazyPart } from '../net/lazy-part.tsx'
import { uploadsUnderWay } from '../viewer/uploads-under-way.ts'
import { useStore } from '../page/use-store.ts'
import { chosenCreator } from '../people/chosen-creator.ts'
import { Avatar, initial } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useSignOut } from '../viewer/use-sign-out.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Not loaded for visitors. */
const NotificationBell = lazyPart(
  () => import('../features/social/notifications/notification-bell.tsx'),
  'NotificationBell',
)

/** Loaded during uploads. */
const UploadIndicator = lazyPart(
  () => import('../features/videos/upload/queue/upload-indicator.tsx'),
  'UploadIndicator',
)

/** Loaded for staff. */
const StaffLink = lazyPart(() => import('./staff-link.tsx'), 'StaffLink')

const HeaderMenu = lazyPart(() => import('./header-menu.tsx'), 'HeaderMenu')

/** Whether the window is so narrow that Logout is only an icon, like its neighbours. */
const isIcon = () => matchMedia('(width < 40rem)').matches

const logoutClass = (extra = '') => buttonClass('ghost', `max-sm:size-11 max-sm:px-0 ${extra}`)

/** Keeps the space of a member's controls while the user of the session is loading. */
export function OwnControlsSpace() {
  return (
    <>
      <span className="size-11" />
      <span aria-hidden="true" className={logoutClass('invisible')}>
        <LogOut className="size-4 max-sm:size-5" />
        <span className="max-sm:sr-only">Logout</span>
      </span>
      <span className="size-11 sm:hidden" />
      <span className="size-11 shrink-0 sm:ml-1" />
    </>
  )
}

export function OwnControls({ user }: { user: OwnUser }) {
  const { signOut, isPending, question } = useSignOut(user.id, isIcon)
  const isUploading = useStore(uploadsUnderWay).has(user.id)
  return (
    <>
      {isUploading && (
        <ErrorBoundary fallback={null}>
          <UploadIndicator userId={user.id} />
        </ErrorBoundary>
      )}
      {user.role !== 'member' && <StaffLink />}
      <span className="grid size-11 place-items-center">
        <ErrorBoundary fallback={null}>
          <NotificationBell userId={user.id} />
        </ErrorBoundary>
      </span>
      <button type="button" onClick={signOut} disabled={isPending} data-tooltip="Logout" className={logoutClass()}>
        <LogOut className="size-4 max-sm:size-5" />
        <span className="max-sm:sr-only">{isPending ? 'Logging out...' : 'Logout'}</span>
      </button>
      {question}
      <span className="grid size-11 place-items-center sm:hidden">
        <ErrorBoundary fallback={null}>
          <HeaderMenu user={user} />
        </ErrorBoundary>
      </span>
      <Link
        href="/profile"
        onClick={() => chosenCreator.set(null)}
        className="grid size-11 shrink-0 place-items-center rounded-full sm:ml-1"
      >
        <Avatar
          src={user.avatarUrl ?? user.profileImageUrl}
          alt={user.displayName || user.username || 'Profile'}
          fallback={initial(user.username, user.displayName)}
        />
      </Link>
    </>
  )
}
