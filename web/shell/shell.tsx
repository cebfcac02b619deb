import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { OwnUser } from '../../contract/account/users.ts'
import { CreateProfileGate } from '../features/social/profiles/edit/create-profile-gate.tsx'
import { useConnection } from '../net/connection.ts'
import { lazyPage } from '../net/lazy-page.tsx'
import { lazyPart } from '../net/lazy-part.tsx'
import { isPageCovered, subscribeToCover } from '../page/page-cover.ts'
import { shortcutsShown, showShortcuts } from '../page/keyboard/shortcuts.ts'
import { site } from '../page/site.ts'
import { useToast } from '../page/toast.ts'
import { useKeys } from '../page/keyboard/use-keys.ts'
import { useStore } from '../page/use-store.ts'
import { whenIdle } from '../page/when-idle.ts'
import { Ticker } from '../ticker/ticker.tsx'
import { useOwnUser } from '../viewer/viewer.queries.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'

const Toaster = lazyPart(() => import('./toaster.tsx'), 'Toaster')

/** Loaded when there is a decision to announce. */
const DecisionBanner = lazyPart(
  () => import('../features/moderation/account-status/decision-banner.tsx'),
  'DecisionBanner',
)

/** Replaces every page while the account's deletion is scheduled. */
const LeavingPage = lazyPage(() => import('../features/account/deletion/leaving-page.tsx'), 'LeavingPage')

const AccountBanner = lazyPart(() => import('../features/account/sign-in-settings/account-banner.tsx'), 'AccountBanner')

/** Pages that are not in the specification. They have no ticker, which leaves room for forms and lists. */
const withoutTicker =
  /^\/(admin|claim|log|moderation|notice|reports|rules|search|settings|tag|tool|(contact|privacy|terms)\/?$|(about|auth|video\/[^/]+)\/.)/

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const user = useOwnUser()
  const hasTicker = site.ticker.length > 0
  const isLeaving = user?.standing === 'leaving'
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 rounded-full bg-accent px-5 py-2.5 font-strong text-on-accent not-focus:sr-only"
      >
        Skip to content
      </a>
      <Header />
      {/* The ticker is at the bottom of the screen, but before the page in tab order. Tab would never reach the end
          of a feed. */}
      <BottomBar />
      {/* Pages leave space for the bar at their end, and this padding leaves space for the ticker. In short
          windows, the ticker follows the page. The page's minimum height keeps the ticker below the first screen.
          The ticker then does not move while the page loads. */}
      <main id="content" tabIndex={-1} className={`outline-none short:min-h-dvh short:pb-0 ${hasTicker ? 'pb-9' : ''}`}>
        <ErrorBoundary key={path}>{isLeaving ? <LeavingPage /> : children}</ErrorBoundary>
      </main>
      {user && !isLeaving && <AccountBanners user={user} path={path} />}
      {hasTicker && !withoutTicker.test(path) && <Ticker />}
      <ConnectionBanner />
      <ErrorBoundary fallback={null}>
        <CreateProfileGate />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Shortcuts />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Toasts />
      </ErrorBoundary>
    </>
  )
}

/** The toaster's code is preloaded when the browser is idle. A lost network must not prevent toasts. */
function Toasts() {
  const toast = useToast()
  useEffect(() => whenIdle(Toaster.preload), [])
  return toast ? <Toaster toast={toast} /> : null
}

/** Announces unseen decisions, otherwise unseen account events. Both banners use the same place. */
function AccountBanners({ user, path }: { user: OwnUser; path: string }) {
  const hasNewDecision = user.unseenDecisions > 0 && path !== '/settings/standing'
  const hasNewChange = user.unseenEvents > 0 && path !== '/settings/sign-in'
  return (
    <ErrorBoundary fallback={null}>
      {hasNewDecision ? <DecisionBanner /> : hasNewChange ? <AccountBanner /> : null}
    </ErrorBoundary>
  )
}

const sentences = {
  online: '',
  offline: 'You are offline. Changes won’t be saved. Uploads will resume when you’re back online.',
  unreachable: `We can’t reach ${site.siteName}. Trying again…`,
} as const

/**
 * A banner that is visible while the network or the site is down. It is above the bar and any message over the end of
 * the page. At the top, it would cover the page's heading and tabs. It is at the top only over dialogs and the
 * full-screen view, which have their buttons at the bottom. Its live region is always mounted, so that changes are
 * announced.
 */
function ConnectionBanner() {
  const connection = useConnection()
  const isCovered = useSyncExternalStore(subscribeToCover, isPageCovered)
  const banner = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (banner.current) uncover(document.activeElement, banner.current)
  }, [connection])
  return (
    <div
      role="status"
      className={`pointer-events-none fixed inset-x-0 z-50 flex px-4 sm:px-6 ${isCovered ? 'top-17 justify-center' : 'bottom-[calc(var(--covered-bottom)+var(--over-end,0px))] pb-3'}`}
    >
      {connection !== 'online' && (
        <p
          ref={banner}
          data-raises-toasts={!isCovered || undefined}
          className="animate-rise flex items-center gap-3 rounded-full bg-surface-raised px-5 py-2.5 text-small font-strong shadow-float"
        >
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-danger" />
          {sentences[connection]}
        </p>
      )}
    </div>
  )
}

/** Scrolls an element from under the banner. */
function uncover(element: Element | null, banner: Element): void {
  const [place, cover] = [element?.getBoundingClientRect(), banner.getBoundingClientRect()]
  if (place && place.bottom > cover.top && place.top < cover.bottom) element?.scrollIntoView({ block: 'nearest' })
}

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/** Opens the list of shortcuts on `?`, unless the user is typing or the page is covered. */
function Shortcuts() {
  const isOpen = useStore(shortcutsShown)
  useKeys({ '?': showShortcuts })
  return isOpen ? <ShortcutsDialog onClose={() => shortcutsShown.set(false)} /> : null
}
