import { type ReactNode, useId } from 'react'
import { Problem } from '../problem.tsx'
import { RequiredMark } from './field.tsx'

interface RadioFieldsetProps {
  legend: string
  /** Whether to hide the legend because a heading already says the same. */
  isLegendHidden?: boolean | undefined
  required?: boolean
  error?: string | undefined
  children: ReactNode
}

/** A named group of radio buttons. ARIA knows invalid and required groups, but no such radio buttons. */
export function RadioFieldset({ legend, isLegendHidden, required, error, children }: RadioFieldsetProps) {
  const note = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? note : undefined}
    >
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1 text-small font-strong'}>
        {legend}
        {required && <RequiredMark />}
      </legend>
      {children}
      {error && <Problem id={note}>{error}</Problem>}
    </fieldset>
  )
}
