import X from 'lucide-react/icons/x'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { coverPage } from '../../page/page-cover.ts'
import { Button, IconButton } from '../button.tsx'
import { StickyEdge } from '../sticky-edge.tsx'
import { closeOnEscape, type FindSubstitute, useAskBeforeBack, useReturnFocus } from './closing.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const widths = { narrow: 'max-w-md', wide: 'max-w-xl' } as const

interface DialogProps {
  title: ReactNode
  description: ReactNode
  children: ReactNode
  /** Narrow for a question, wide for a large form. */
  size?: keyof typeof widths
  /** Whether closing would lose typed text. A click outside then does nothing, and other ways of closing ask first. */
  dirty?: boolean
  /** Whether a click outside and Escape do nothing, for content that cannot be shown again. */
  closesByButton?: boolean
  findSubstitute?: FindSubstitute | undefined
  /** Without a handler, the dialog stays open until its owner unmounts it. */
  onClose?: () => void
}

/**
 * Closes the surrounding dialog like its Close button: `<DialogClose asChild><Button>Cancel</Button></DialogClose>`.
 */
export const DialogClose = Primitive.Close

interface DialogEndProps {
  /** The buttons. */
  children: ReactNode
  /** A text below the buttons. */
  note?: ReactNode
}

/**
 * The buttons at the end of a dialog. They stay visible while the dialog scrolls, and cover the outlines of fields. In a
 * window as low as at a zoom of 400 %, they scroll with the content, which they would cover.
 */
export function DialogEnd({ children, note }: DialogEndProps) {
  return (
    <div className="sticky -bottom-6 -mx-1 -mb-6 flex flex-col gap-1 bg-canvas px-1 pt-2 pb-6 short:-bottom-4 short:-mb-4 short:pb-4 max-[16rem]:-bottom-4 max-[16rem]:-mb-4 max-[16rem]:pb-4 [@media(height<20rem)]:static">
      <StickyEdge />
      <div className="flex flex-wrap-reverse justify-end gap-3 max-xs:*:grow">{children}</div>
      {note}
    </div>
  )
}

/** The end of a dialog: Cancel, which closes it, and the button that acts. */
export function DialogActions({ children, note }: DialogEndProps) {
  return (
    <DialogEnd note={note}>
      <DialogClose asChild>
        <Button variant="ghost">Cancel</Button>
      </DialogClose>
      {children}
    </DialogEnd>
  )
}

/** A modal dialog. Traps the focus, returns it to the opener, and closes on Escape unless it must stay open. */
export function Dialog(props: DialogProps) {
  const { title, description, children, size = 'narrow', dirty = false, closesByButton = false } = props
  const { findSubstitute, onClose } = props
  const [isAsking, setAsking] = useState(false)
  const [content, setContent] = useState<HTMLElement | null>(null)
  useEffect(coverPage, [])
  useInvalidInView(content)
  const returnFocus = useReturnFocus(findSubstitute)
  const keepOpenIf = (keep: boolean) => (event: Event) => {
    if (keep) event.preventDefault()
  }
  const close = () => {
    if (dirty) setAsking(true)
    else onClose?.()
  }
  useAskBeforeBack(dirty && onClose !== undefined, () => setAsking(true))
  return (
    <Primitive.Root open onOpenChange={(open) => !open && close()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-40 grid grid-cols-1 place-items-center p-4 max-[11rem]:p-1">
          <Primitive.Content
            ref={setContent}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={keepOpenIf(!onClose || closesByButton)}
            onKeyDown={closeOnEscape(closesByButton ? undefined : onClose && close)}
            onInteractOutside={keepOpenIf(!onClose || dirty || closesByButton)}
            // A tall dialog makes room for a toast above its Close button. A lower one stays where it is.
            className={`animate-rise pointer-events-auto relative w-full ${widths[size]} max-h-[calc(100dvh-2rem)] dialog-under-toast:max-h-[max(50dvh,100dvh-14rem)] scroll-pb-44 overflow-y-auto rounded-card bg-canvas p-6 shadow-float short:max-w-3xl short:py-4 max-[16rem]:p-4`}
          >
            <Primitive.Title
              className={`headline text-title short:text-lead max-[16rem]:text-lead ${onClose ? 'pr-10 max-[16rem]:pr-5' : ''}`}
            >
              {title}
            </Primitive.Title>
            <Primitive.Description className="mt-2 text-ink-muted short:mt-1 short:text-small">
              {description}
            </Primitive.Description>
            <div className="@container mt-6 short:mt-3">{children}</div>
            {onClose && (
              <Primitive.Close asChild>
                <IconButton label="Close" className="absolute top-4.5 right-3 short:top-2 max-[16rem]:[zoom:0.6]">
                  <X className="size-5" />
                </IconButton>
              </Primitive.Close>
            )}
            {isAsking && onClose && (
              <ConfirmDialog
                title="Discard your changes?"
                description="They haven’t been saved."
                confirmLabel="Discard"
                keepLabel="Keep editing"
                onConfirm={onClose}
                onClose={() => setAsking(false)}
              />
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Scrolls to the invalid field that has the focus when the dialog becomes lower, because a toast needs room. */
function useInvalidInView(content: HTMLElement | null): void {
  useEffect(() => {
    if (!content) return
    let { clientHeight } = content
    const observer = new ResizeObserver(() => {
      const isLower = content.clientHeight < clientHeight
      clientHeight = content.clientHeight
      if (isLower) content.querySelector('[aria-invalid=true]:focus-within')?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [content])
}
