import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { CreateProfileGate } from '../features/profile/edit/create-profile-gate.tsx'
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
  import('../features/settings/standing/decision-banner.tsx').then((module) => module.DecisionBanner),
)

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const { user } = useOwnUser()
  return (
    <>
      <SkipLink to="content">Skip to content</SkipLink>
      <SkipLink to="tabs">Skip to navigation</SkipLink>
      <Header />
      {user && user.unseenDecisions > 0 && path !== '/settings/standing' && (
        <ErrorBoundary fallback={null}>
          <DecisionBanner />
        </ErrorBoundary>
      )}
      {/* Pages leave the room of the bar at their end; this is the ticker's, which in a short window has its own. */}
      <main id="content" tabIndex={-1} className="pb-9 outline-none short:pb-0">
        <ErrorBoundary key={path}>{children}</ErrorBoundary>
      </main>
      <Ticker />
      <BottomBar />
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

function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-full bg-accent font-strong text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-2.5"
    >
      {children}
    </a>
  )
}

/** The code that shows toasts comes when nothing else is asked for: it must be here when the network goes. */
function Toasts() {
  const toast = useToast()
  useEffect(() => whenIdle(() => void Toaster.preload().catch(() => undefined)), [])
  return toast ? <Toaster toast={toast} /> : null
}
