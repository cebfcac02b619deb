import { type ReactNode, useState, useEffect, useRef } from 'react'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { useFocusAfterEntry } from '../../../ui/lists/use-focus-after-entry.ts'

/** A queue beside the chosen entry. On narrow screens, a button opens the queue. */
export function Workbench({ queue, children }: { queue: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:gap-8">
      <div className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-15rem)] lg:w-64 lg:shrink-0 lg:overflow-y-auto xl:w-72">
        <Button aria-expanded={isOpen} className="lg:hidden" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the list' : 'Show the list'}
        </Button>
        <div className={`flex flex-col gap-3 max-lg:mt-3 ${isOpen ? '' : 'max-lg:hidden'}`}>{queue}</div>
      </div>
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}

interface QueueItemProps {
  title: string
  isChosen: boolean
  isSevere?: boolean
  onChoose: () => void
  /** Omitted if the entry cannot be selected. */
  selecting?: { isSelected: boolean; onToggle: (isRange: boolean) => void } | undefined
  /** Secondary text below the title. */
  children: ReactNode
}

/** One entry of a queue. The chosen entry scrolls into view. */
export function QueueItem({ title, isChosen, isSevere = false, onChoose, selecting, children }: QueueItemProps) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={item} className="flex items-start">
      {selecting && (
        <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Select “${title}”`}
            checked={selecting.isSelected}
            onChange={({ nativeEvent }) => selecting.onToggle((nativeEvent as MouseEvent).shiftKey)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className={`min-w-0 grow rounded-control px-3 py-2.5 text-left transition-colors duration-150 ${isChosen ? 'bg-surface-raised' : 'hover:bg-surface'}`}
      >
        <span className="flex items-baseline gap-2">
          {isSevere && <span className="size-2 shrink-0 rounded-full bg-danger" />}
          <span dir="auto" className="line-clamp-2 min-w-0 font-strong">
            {title}
          </span>
          {isSevere && <span className="sr-only">, severe</span>}
        </span>
        <span className="mt-0.5 block text-small wrap-anywhere text-ink-muted">{children}</span>
      </button>
    </li>
  )
}

/**
 * Returns the shown entry of a queue: the chosen entry, otherwise the first. J and K choose the next and the previous
 * entry. If a colleague decides the shown entry while the moderator types, it stays until they choose another.
 *
 * @param entries The entries in order.
 * @param typedTextOf Returns the unsent text about an entry.
 */
export function useShownEntry<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  typedTextOf: (id: string) => string,
) {
  const [chosen, setChosen] = useState<Entry>()
  const index = entries.findIndex((entry) => chosen !== undefined && idOf(entry) === idOf(chosen))
  const unsentText = chosen !== undefined && index === -1 ? typedTextOf(idOf(chosen)) : ''
  const shown = unsentText ? chosen : entries[Math.max(0, index)]
  if (shown !== chosen) setChosen(shown)
  const go = (by: number) => setChosen(entries[index + by] ?? shown)
  useKeys({ j: () => go(1), k: () => go(-1) })
  useFocusAfterEntry(shown && !unsentText ? idOf(shown) : undefined)
  /** Shows the neighbour of a decided entry, unless the moderator has opened another one meanwhile. */
  const leave = (decided: Entry) =>
    setChosen((now) => (now && idOf(now) === idOf(decided) ? (entries[index + 1] ?? entries[index - 1]) : now))
  const choose = (id: string) => setChosen(entries.find((entry) => idOf(entry) === id))
  return { shown, unsentText, choose, leave }
}
