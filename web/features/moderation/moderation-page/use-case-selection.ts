import { useRef, useState } from 'react'
import type { CaseSummary } from '../../../../contract/moderation/cases.ts'

export type CaseSelection = ReturnType<typeof useCaseSelection>

/**
 * Returns the selection of cases to decide about at once. The selection is kept while the list changes.
 *
 * @param cases The listed cases.
 */
export function useCaseSelection(cases: CaseSummary[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, CaseSummary>>(new Map())
  const last = useRef<string>(undefined)
  const change = (changed: CaseSummary[], isSelected: boolean) =>
    setSelected((before) => {
      const after = new Map(before)
      for (const one of changed) {
        if (isSelected) after.set(one.id, one)
        else after.delete(one.id)
      }
      return after
    })
  return {
    /** The selected cases, each in its state when it was selected. */
    selected: [...selected.values()],
    has: (id: string) => selected.has(id),
    /** Changes one case. A range also changes the cases between this case and the last changed one. */
    toggle: (one: CaseSummary, isRange = false) => {
      const [from, to] = [cases.findIndex(({ id }) => id === last.current), cases.indexOf(one)]
      const range = isRange && from !== -1 ? cases.slice(Math.min(from, to), Math.max(from, to) + 1) : [one]
      change(range, !selected.has(one.id))
      last.current = one.id
    },
    selectAll: () => change(cases, true),
    /** Deselects a case that has been decided. */
    deselect: (id: string) => setSelected((before) => new Map([...before].filter(([each]) => each !== id))),
    clear: () => setSelected(new Map()),
  }
}
