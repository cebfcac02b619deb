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
  const select = (added: CaseSummary[]) =>
    setSelected((before) => new Map([...before, ...added.map((one) => [one.id, one] as const)]))
  const deselect = (ids: string[]) => setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
  return {
    /** The selected cases, each in its state when it was selected. */
    selected: [...selected.values()],
    has: (id: string) => selected.has(id),
    /** Changes one case. A range also changes the cases between this case and the last changed one. */
    toggle: (one: CaseSummary, isRange = false) => {
      const [from, to] = [cases.findIndex(({ id }) => id === last.current), cases.indexOf(one)]
      const range = isRange && from !== -1 ? cases.slice(Math.min(from, to), Math.max(from, to) + 1) : [one]
      if (selected.has(one.id)) deselect(range.map(({ id }) => id))
      else select(range)
      last.current = one.id
    },
    selectAll: () => select(cases),
    deselect,
    clear: () => setSelected(new Map()),
  }
}
