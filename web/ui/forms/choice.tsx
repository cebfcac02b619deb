import type { ReactNode } from 'react'
import { Option } from './option.tsx'

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

/** A radio button with its label. With a mouse, the lines of a group are closer together. */
export function Choice(props: ChoiceProps) {
  return <Option type="radio" {...props} className="-mx-3 pointer-fine:min-h-9 pointer-fine:py-1.5" />
}
