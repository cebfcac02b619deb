import type { ReactNode } from 'react'
import { BATCH_MAX } from '../../../../contract/moderation/batches.ts'
import { countOf } from '../../../format/count.ts'
import { Button } from '../../../ui/button.tsx'

interface SelectionBarProps {
  count: number
  /** The selected things in the singular: 'account'. */
  noun: string
  /** Its sticky position. */
  className: string
  /** The buttons that select. */
  children: ReactNode
  onClear: () => void
  onDecide: () => void
}

/** The number of selected things, and the buttons that change the selection and decide about it. */
export function SelectionBar({ count, noun, className, children, onClear, onDecide }: SelectionBarProps) {
  const isTooMany = count > BATCH_MAX
  return (
    <div className={`sticky z-10 flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas py-2 ${className}`}>
      <p role="status" className={isTooMany ? 'text-danger' : count > 0 ? 'font-strong' : 'sr-only'}>
        {countOf(count, noun)} selected
        {isTooMany && `. You can decide about ${BATCH_MAX} at once.`}
      </p>
      {count > 0 && (
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
      )}
      {children}
      {count > 0 && (
        <Button variant="primary" disabled={isTooMany} onClick={onDecide}>
          Decide…
        </Button>
      )}
    </div>
  )
}
