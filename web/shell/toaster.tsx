import X from 'lucide-react/icons/x'
import { Toast } from 'radix-ui'
import { useRef, type RefObject, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useRoute } from 'wouter'
import type { Toast as ToastContent } from '../page/toast.ts'
import { Button, IconButton } from '../ui/button.tsx'

interface ToasterProps {
  toast: ToastContent
  /** By default five seconds. A toast with an action stays longer, so that the user has time to act. */
  durationMs?: number
}

/** Shows one toast. It slides in from its side of the screen, where it can also be swiped away. F8 focuses it. */
export function Toaster({ toast, durationMs = toast.action ? 15_000 : 5_000 }: ToasterProps) {
  const region = useRef<HTMLDivElement>(null)
  const [isModeration] = useRoute('/moderation')
  // Moderators decide with buttons that stay on the right.
  const side = isModeration ? 'left' : 'right'
  useReachableRegion(region)
  return (
    <Toast.Provider swipeDirection={side} swipeThreshold={50} label="Notification">
      <Toast.Root
        // A new key replaces the previous toast.
        key={toast.id}
        duration={durationMs}
        type={toast.tone === 'destructive' ? 'foreground' : 'background'}
        className="toast pointer-events-auto flex items-start rounded-card bg-surface-raised py-3 pr-2 pl-5 text-ink shadow-float"
      >
        <span
          aria-hidden="true"
          className={`mt-3.5 mr-3 size-2 shrink-0 rounded-full max-[16rem]:hidden ${toast.tone === 'destructive' ? 'bg-danger' : 'bg-accent'}`}
        />
        {/* Beside a short text there is room for a short action only. Others wrap, so that the text stays readable. */}
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
          <div className="min-w-0 grow basis-36 py-1.5">
            <Toast.Title className={`font-strong ${toast.tone === 'destructive' ? 'text-danger' : ''}`}>
              {toast.title}
            </Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-0.5 text-small text-ink-muted">{toast.description}</Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action asChild altText={toast.action.label}>
              <Button variant="ghost" className="-ml-5 text-ink!" onClick={toast.action.act}>
                {toast.action.label}
              </Button>
            </Toast.Action>
          )}
        </div>
        <Toast.Close asChild>
          <IconButton label="Close" className="max-[16rem]:[zoom:0.6]">
            <X className="size-4" />
          </IconButton>
        </Toast.Close>
      </Toast.Root>
      {createPortal(
        <div ref={region}>
          <Toast.Viewport
            // Dialogs hide everything except live regions from screen readers. The toasts announce themselves.
            aria-live="off"
            data-toasts={toast.place === 'low' ? 'low' : 'high'}
            className={`fixed ${toast.place === 'edge' ? atEdge : inPage} toasts-at-top:bottom-auto! z-50 m-0 w-full max-w-sm list-none px-4 outline-none ${side === 'left' ? 'left-0 sm:left-2' : 'right-0 sm:right-2'}`}
          />
        </div>,
        document.body,
      )}
    </Toast.Provider>
  )
}

/**
 * The toast is above the bar, the ticker, any message over the end of the page and the connection's banner. While a
 * dialog covers these, the toast is at the edge of the screen, away from the dialog's buttons.
 */
const inPage =
  'bottom-[calc(var(--covered-bottom)+var(--over-end,0px)+1rem)] in-[:has([data-raises-toasts])]:mb-16 in-data-scroll-locked:bottom-4 toasts-at-top:top-18 toasts-at-top:in-data-scroll-locked:top-2'
const atEdge = 'bottom-4 toasts-at-top:top-2'

/**
 * Allows the focus to enter a region while a modal dialog is open. The dialog's focus trap listens on the document. The
 * region stops its own focus events before they get there. React listens on a nearer element and still receives them.
 */
function useReachableRegion(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keepFromTrap = (event: FocusEvent) => {
      const goesTo = event.type === 'focusin' ? event.target : event.relatedTarget
      if (goesTo instanceof Node && region.current?.contains(goesTo)) event.stopPropagation()
    }
    const listeners = new AbortController()
    document.documentElement.addEventListener('focusin', keepFromTrap, listeners)
    document.documentElement.addEventListener('focusout', keepFromTrap, listeners)
    return () => listeners.abort()
  }, [region])
}
