import type { ComponentProps, ReactNode } from 'react'

interface OptionProps extends Omit<ComponentProps<'input'>, 'className'> {
  type: 'checkbox' | 'radio'
  label: ReactNode
  /** The consequence, in secondary text below the label. */
  effect?: ReactNode
  /** Content at the end of the line. */
  aside?: ReactNode
  /** Classes of the line. */
  className?: string
}

/** A checkbox or a radio button on a line with its label. */
export function Option({ label, effect, aside, className = '', ...input }: OptionProps) {
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-surface ${className}`}
    >
      <input {...input} className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span className="min-w-0 grow">
        {label}
        {effect && <span className="block text-small text-ink-muted">{effect}</span>}
      </span>
      {aside}
    </label>
  )
}
