import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { BATCH_MAX } from '../../../../contract/moderation/batches.ts'
import { countOf } from '../../../format/count.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { Button } from '../../../ui/button.tsx'

const BatchesDialog = lazyPart(() => import('./batches-dialog.tsx'), 'BatchesDialog')

interface SelectionBarProps {
  kind: 'account' | 'case'
  count: number
  /** Classes for the sticky position of the bar. */
  className: string
  /** The button that selects all entries. */
  children: ReactNode
  onClear: () => void
  /** Returns the dialog that decides about the selection. */
  renderDialog: (handlers: { onDecided: () => void; onClose: () => void }) => ReactNode
}

/** The number of selected accounts or cases, with buttons to change the selection, decide, and show earlier batches. */
export function SelectionBar({ kind, count, className, children, onClear, renderDialog }: SelectionBarProps) {
  const [open, setOpen] = useState<'decision' | 'batches'>()
  const batchesButton = useId()
  const isTooMany = count > BATCH_MAX
  const onClose = () => setOpen(undefined)
  const clear = () => {
    flushSync(() => {
      onClear()
      onClose()
    })
    // The pressed button disappears with the selection.
    document.getElementById(batchesButton)?.focus()
  }
  const showBatches = () => {
    // The dialog will return the focus to the button that `clear` focuses.
    clear()
    setOpen('batches')
  }
  return (
    <>
      <div
        className={`sticky z-10 flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas py-2 short:static ${className}`}
      >
        <p role="status" className={isTooMany ? 'text-danger' : count > 0 ? 'font-strong' : 'sr-only'}>
          {countOf(count, kind)} selected
          {isTooMany && `. You can decide about ${BATCH_MAX} at once.`}
        </p>
        {count > 0 && (
          <Button variant="ghost" onClick={clear}>
            Clear
          </Button>
        )}
        {children}
        {count > 0 ? (
          <Button variant="primary" disabled={isTooMany} onClick={() => setOpen('decision')}>
            Decide…
          </Button>
        ) : (
          <Button id={batchesButton} variant="ghost" className="px-3! text-small" onClick={() => setOpen('batches')}>
            Batch decisions
          </Button>
        )}
      </div>
      {open === 'decision' && renderDialog({ onDecided: showBatches, onClose })}
      {open === 'batches' && <BatchesDialog kind={kind} onClose={onClose} />}
    </>
  )
}
