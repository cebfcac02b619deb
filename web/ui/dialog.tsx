import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { coverPage } from './page-cover.ts'

interface DialogProps {
  title: string
  description: string
  children: ReactNode
  /** Absent: the dialog stays until its owner stops rendering it. */
  onClose?: () => void
}

/** A modal dialog. Traps focus, gives it back to what opened it, and closes on Escape unless it must not. */
export function Dialog({ title, description, children, onClose }: DialogProps) {
  useEffect(coverPage, [])
  const keepOpen = (event: Event) => {
    if (!onClose) event.preventDefault()
  }
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Primitive.Content
            onEscapeKeyDown={keepOpen}
            onInteractOutside={keepOpen}
            className="animate-rise pointer-events-auto w-full max-w-md rounded-card bg-canvas p-6 shadow-float sm:p-8"
          >
            <Primitive.Title className="headline text-title">{title}</Primitive.Title>
            <Primitive.Description className="mt-2 text-ink-muted">{description}</Primitive.Description>
            <div className="mt-6">{children}</div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
