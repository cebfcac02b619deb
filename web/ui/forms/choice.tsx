import type { ReactNode } from 'react'

interface ChoiceProps {
  /** Of the group. */
  name: string
  checked: boolean
  onChange: () => void
  label: ReactNode
  /** What comes of it, in a quiet line below. */
  effect?: string | undefined
  /** At the end of the line. */
  aside?: ReactNode
}

/** One of several, of which one is chosen: a radio button with its words. */
export function Choice({ name, checked, onChange, label, effect, aside }: ChoiceProps) {
  return (
    <label className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-surface">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 grow">
        {label}
        {effect && <span className="block text-small text-ink-muted">{effect}</span>}
      </span>
      {aside}
    </label>
  )
}
