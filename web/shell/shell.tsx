import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { CreateProfileGate } from '../features/profile/create-profile-gate.tsx'
import { useToast } from '../ui/toast.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Ticker } from './ticker.tsx'

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })))

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-full bg-accent font-strong text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-2.5"
      >
        Skip to content
      </a>
      <Header />
      {/* Pages leave the room of the bar at their end; this is the ticker's. */}
      <main id="content" tabIndex={-1} className="pb-9 outline-none">
        <ErrorBoundary key={path}>{children}</ErrorBoundary>
      </main>
      <Ticker />
      <BottomBar />
      <ConnectionBanner />
      <CreateProfileGate />
      <Shortcuts />
      <Toasts />
    </>
  )
}

/** The code that shows toasts comes with the first of them. */
function Toasts() {
  const toast = useToast()
  if (!toast) return null
  return (
    <Suspense>
      <Toaster toast={toast} />
    </Suspense>
  )
}
