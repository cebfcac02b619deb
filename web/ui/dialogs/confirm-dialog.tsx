import { AlertDialog as Primitive } from 'radix-ui'
import { useEffect } from 'react'
import { coverPage } from '../../page/page-cover.ts'
import { Button } from '../button.tsx'
import { closeOnEscape, type FindSubstitute, useReturnFocus } from './closing.ts'

interface ConfirmDialogProps {
  title: string
  /** The consequences, and whether they can be undone. */
  description: string
  confirmLabel: string
  /** Replaces 'Cancel' if that could be confused with the other button. */
  keepLabel?: string
  pending?: boolean
  findSubstitute?: FindSubstitute | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action. Cancel has the focus. Escape cancels, and a click outside does nothing. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  keepLabel = 'Cancel',
  pending = false,
  findSubstitute,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  useEffect(coverPage, [])
  const returnFocus = useReturnFocus(findSubstitute)
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto p-4">
          <Primitive.Content
            onCloseAutoFocus={returnFocus}
            onKeyDown={closeOnEscape(onClose)}
            className="animate-rise pointer-events-auto w-full max-w-md rounded-card bg-canvas p-6 shadow-float max-[16rem]:p-4"
          >
            <Primitive.Title className="headline text-title max-[16rem]:text-lead">{title}</Primitive.Title>
            <Primitive.Description className="mt-2 text-ink-muted">{description}</Primitive.Description>
            <div className="mt-8 flex flex-wrap-reverse justify-end gap-3 max-xs:*:grow">
              <Primitive.Cancel asChild>
                <Button variant="ghost" disabled={pending}>
                  {keepLabel}
                </Button>
              </Primitive.Cancel>
              <Button variant="danger" pending={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
