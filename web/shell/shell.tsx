import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { CreateProfileGate } from '../features/profile/create-profile-gate.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { Toaster } from './toaster.tsx'

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
      <main id="content" tabIndex={-1} className="outline-none">
        <ErrorBoundary key={path}>{children}</ErrorBoundary>
      </main>
      <BottomBar />
      <CreateProfileGate />
      <Toaster />
    </>
  )
}
