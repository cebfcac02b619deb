import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface WorkbenchProps {
  /** The list of entries. */
  queue: ReactNode
  /** The chosen entry. */
  children: ReactNode
}

/** A queue beside the chosen entry. On narrow screens, a button opens the queue. */
export function Workbench({ queue, children }: WorkbenchProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:gap-8">
      <div className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-15rem)] lg:w-64 lg:shrink-0 lg:overflow-y-auto xl:w-72">
        <Button aria-expanded={isOpen} className="lg:hidden" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the list' : 'Show the list'}
        </Button>
        <div className={`flex flex-col gap-3 max-lg:mt-3 ${isOpen ? '' : 'max-lg:hidden'}`}>{queue}</div>
      </div>
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
