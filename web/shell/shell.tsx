import type { ReactNode } from 'react'
import { CreateProfileGate } from '../features/profile/create-profile-gate.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { Toaster } from './toaster.tsx'

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-accent px-5 py-2.5 font-strong text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <BottomBar />
      <CreateProfileGate />
      <Toaster />
    </>
  )
}
