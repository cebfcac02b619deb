import X from 'lucide-react/icons/x'
import { Dialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { IconButton } from '../../../ui/button.tsx'
import { closeOnEscape, useReturnFocus } from '../../../ui/dialogs/closing.ts'
import { SearchBox } from './search-box.tsx'

/** The search field that opens on any page, over the header. It closes on a search or when the viewer dismisses it. */
export function SearchLayer({ onClose, onGone }: { onClose: () => void; onGone: () => void }) {
  const [, navigate] = useLocation()
  const hasGone = useRef(false)
  const returnFocus = useReturnFocus()
  const go = (path: string) => {
    hasGone.current = true
    // The new address replaces the layer's own history entry. Back therefore leads to the page below the layer.
    navigate(path, { replace: true })
    onGone()
  }
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          // The page that the search opens sets the focus itself.
          onCloseAutoFocus={(event) => (hasGone.current ? event.preventDefault() : returnFocus(event))}
          onKeyDown={closeOnEscape(onClose)}
          className="animate-appear fixed inset-x-0 top-0 z-40 bg-canvas p-2"
        >
          <Primitive.Title className="sr-only">Search</Primitive.Title>
          <div className="mx-auto flex max-w-2xl items-center gap-1">
            <SearchBox q="" onGo={go} className="min-w-0 grow" />
            <Primitive.Close asChild>
              <IconButton label="Close search">
                <X className="size-5" />
              </IconButton>
            </Primitive.Close>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
