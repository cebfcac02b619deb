import type { ReactNode } from 'react'

interface ChoiceProps {
  /** Name of the group. */
  name: string
  checked: boolean
  onChange: () => void
  label: ReactNode
  /** The consequence, in secondary text below the label. */
  effect?: string | undefined
  /** Content at the end of the line. */
  aside?: ReactNode
}

/** A radio button with its label. */
export function Choice({ name, checked, onChange, label, effect, aside }: ChoiceProps) {
  return (
    <label className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 transition-colors pointer-fine:min-h-9 pointer-fine:py-1.5 duration-150 hover:bg-surface">
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
