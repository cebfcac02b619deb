import type { CaseKind, CaseSummary } from '../../../../contract/moderation/cases.ts'
import { countOf } from '../../../format/count.ts'
import { BatchDialog } from '../batches/batch-dialog.tsx'
import { enforcements, enforcementsFor, thingOf } from '../decisions/enforcements.ts'

interface CaseBatchDialogProps {
  selected: CaseSummary[]
  onDecided: () => void
  onClose: () => void
}

/** Decides about several cases with one reason. Offers the actions that all of the cases allow. */
export function CaseBatchDialog({ selected, ...callbacks }: CaseBatchDialogProps) {
  const kinds = [...new Set(selected.map(({ kind }) => kind))]
  return (
    <BatchDialog
      selection={{
        kind: 'case',
        subjectIds: selected.map(({ id }) => id),
        seenReports: selected.map(({ reportsCount }) => reportsCount),
      }}
      description={describeSelection(selected, kinds)}
      about={kinds.length === 1 ? kinds[0]! : 'mixed'}
      reported={rulesOf(selected)}
      enforcements={enforcements.filter((measure) => kinds.every((kind) => enforcementsFor(kind).includes(measure)))}
      {...callbacks}
    />
  )
}

/** Returns what a decision about the cases does: `2 clips and 1 account. Each creator is told why …`. */
function describeSelection(selected: CaseSummary[], kinds: CaseKind[]): string {
  const counts = kinds.map((kind) => countOf(selected.filter((one) => one.kind === kind).length, thingOf[kind]))
  const listed = new Intl.ListFormat('en').format(counts)
  const cannotHide = kinds.includes('account') && kinds.length > 1
  return [
    `${listed}. Each creator is told why and can appeal, unless you find no violation.`,
    'Cases that changed or that another moderator is reviewing are skipped. You or any admin can undo the whole batch at once.',
    cannotHide ? 'Accounts can’t be hidden: deselect them to hide the rest.' : '',
  ]
    .join(' ')
    .trim()
}

/** Returns the rules that the cases cite, the most frequent first. */
function rulesOf(selected: CaseSummary[]): CaseSummary['rules'] {
  const cited = selected.flatMap(({ rules }) => rules)
  return [...Map.groupBy(cited, (rule) => rule)].toSorted(([, a], [, b]) => b.length - a.length).map(([rule]) => rule)
}
