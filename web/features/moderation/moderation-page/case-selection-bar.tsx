import { useState } from 'react'
import type { CaseSummary } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectionBar } from '../batches/selection-bar.tsx'
import type { CaseSelection } from './use-case-selection.ts'

const CaseBatchDialog = lazyPart(() => import('./case-batch-dialog.tsx'), 'CaseBatchDialog')
const BatchesDialog = lazyPart(() => import('../batches/batches-dialog.tsx'), 'BatchesDialog')

interface CaseSelectionBarProps {
  selection: CaseSelection
  /** Called with the cases that a batch decides. */
  onDecided: (cases: CaseSummary[]) => void
}

/** Selects listed cases, decides about all of them at once, and shows the progress of such decisions. */
export function CaseSelectionBar({ selection: { selected, selectAll, clear }, onDecided }: CaseSelectionBarProps) {
  const [open, setOpen] = useState<'decision' | 'batches'>()
  const close = () => setOpen(undefined)
  const showBatches = () => {
    onDecided(selected)
    clear()
    setOpen('batches')
  }
  return (
    <>
      <SelectionBar
        count={selected.length}
        noun="case"
        className="top-16 lg:top-0"
        onClear={clear}
        onDecide={() => setOpen('decision')}
      >
        <Button className="px-3! text-small" onClick={selectAll}>
          Select all loaded
        </Button>
        {selected.length === 0 && (
          <Button variant="ghost" className="px-3! text-small" onClick={() => setOpen('batches')}>
            Decided together
          </Button>
        )}
      </SelectionBar>
      {open === 'decision' && <CaseBatchDialog selected={selected} onDecided={showBatches} onClose={close} />}
      {open === 'batches' && <BatchesDialog kind="case" onClose={close} />}
    </>
  )
}
