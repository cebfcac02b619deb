import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { OwnUser } from '../../contract/social/profiles.ts'
import { CreateProfileGate } from '../features/social/profiles/edit/create-profile-gate.tsx'
import { lazyPage } from '../net/lazy-page.tsx'
import { lazyPart } from '../net/lazy-part.tsx'
import { useToast } from '../page/toast.ts'
import { whenIdle } from '../page/when-idle.ts'
import { Ticker } from '../ticker/ticker.tsx'
import { useOwnUser } from '../viewer/viewer.queries.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { Shortcuts } from './shortcuts.tsx'

const Toaster = lazyPart(() => import('./toaster.tsx').then((module) => module.Toaster))

/** Comes while there is something to tell. */
const DecisionBanner = lazyPart(() =>
  import('../features/moderation/account-status/decision-banner.tsx').then((module) => module.DecisionBanner),
)

/** Instead of every page, for who is about to leave. */
const LeavingPage = lazyPage(() =>
  import('../features/account/export-and-deletion/leaving-page.tsx').then((module) => module.LeavingPage),
)

const AccountBanner = lazyPart(() =>
  import('../features/account/sign-in-settings/account-banner.tsx').then((module) => module.AccountBanner),
)

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const { user } = useOwnUser()
  const isLeaving = user?.standing === 'leaving'
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-full bg-accent font-strong text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-2.5"
      >
        Skip to content
      </a>
      <Header />
      {/* At the bottom of the screen, but before the page in the order of Tab: a feed has no end to reach it by. */}
      <BottomBar />
      {/* Pages leave the room of the bar at their end; this is the ticker's, which in a short window has its own
          below the first screen, so that a page that loads does not move it. */}
      <main id="content" tabIndex={-1} className="pb-9 outline-none short:min-h-dvh short:pb-0">
        <ErrorBoundary key={path}>{isLeaving ? <LeavingPage /> : children}</ErrorBoundary>
      </main>
      {user && !isLeaving && <News user={user} path={path} />}
      <Ticker />
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

/** The code that shows toasts comes when nothing else is asked for: it must be here when the network goes. */
function Toasts() {
  const toast = useToast()
  useEffect(() => whenIdle(() => void Toaster.preload().catch(() => undefined)), [])
  return toast ? <Toaster toast={toast} /> : null
}

/** What somebody has not read about their account. Decisions come first: both lie in the same place. */
function News({ user, path }: { user: OwnUser; path: string }) {
  const tellsDecision = user.unseenDecisions > 0 && path !== '/settings/standing'
  const tellsChange = user.unseenEvents > 0 && path !== '/settings/sign-in'
  return (
    <ErrorBoundary fallback={null}>
      {tellsDecision ? <DecisionBanner /> : tellsChange ? <AccountBanner /> : null}
    </ErrorBoundary>
  )
}
