import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface WorkbenchProps {
  /** What waits. */
  queue: ReactNode
  /** What is looked at. */
  children: ReactNode
}

/** What waits beside what is looked at. Where there is no room beside it, a button opens what waits. */
export function Workbench({ queue, children }: WorkbenchProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:gap-8">
      <div className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-13.5rem)] lg:w-64 lg:shrink-0 lg:overflow-y-auto xl:w-72">
        <Button aria-expanded={isOpen} className="w-full lg:hidden" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the list' : 'Show the list'}
        </Button>
        <div className={`flex flex-col gap-3 max-lg:mt-3 ${isOpen ? '' : 'max-lg:hidden'}`}>{queue}</div>
      </div>
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
