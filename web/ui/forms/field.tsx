import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, type ReactNode, useId } from 'react'

export const controlClass =
  'w-full scroll-mt-10 rounded-control bg-surface px-4 py-2.5 text-body text-ink transition-colors ' +
  'hover:bg-surface-raised focus:bg-surface-raised disabled:cursor-not-allowed disabled:bg-transparent disabled:text-ink-muted ' +
  'outline outline-line -outline-offset-1 focus-visible:outline-2 focus-visible:outline-accent-ink ' +
  'aria-invalid:outline-danger'

interface LabelledProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Content at the end of the label's line, such as a counter. */
  aside?: ReactNode
  /** Marks the field as required, visually and for assistive technology. The form itself validates it. */
  required?: boolean | undefined
}

interface ControlIds {
  id: string
  'aria-required': true | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The asterisk after the label of a required control. The control itself tells assistive technology. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-1 text-accent-ink">
      *
    </span>
  )
}

/** The number of typed characters beside the maximum, for the end of a label's line. */
export function Counter({ length, maxLength }: { length: number; maxLength: number }) {
  return (
    <span className={`text-small tabular-nums ${length > maxLength ? 'text-danger' : 'text-ink-muted'}`}>
      {length}/{maxLength}
    </span>
  )
}

/** A label and one control, with its hint or error linked for assistive technology. */
export function Labelled({
  label,
  error,
  hint,
  aside,
  required = false,
  children,
}: LabelledProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-small font-strong">
          {label}
          {required && <RequiredMark />}
        </label>
        {aside && <div className="shrink-0">{aside}</div>}
      </div>
      {children({
        id,
        'aria-required': required || undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={`text-small ${error ? 'text-danger' : 'text-ink-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Separates the props of the label from those of the control. */
function splitProps<Props extends LabelledProps>({ label, error, hint, aside, required, ...control }: Props) {
  return [{ label, error, hint, aside, required }, control] as const
}

/** A text field. The typed text determines its own direction. */
export function Field({ className = '', ...props }: LabelledProps & ComponentProps<'input'>) {
  const [labels, control] = splitProps(props)
  return (
    <Labelled {...labels}>
      {(ids) => <input dir="auto" {...control} {...ids} className={`${controlClass} min-h-12 ${className}`} />}
    </Labelled>
  )
}

/** A text area that grows with its text, from `rows` lines upwards. */
export function TextArea(props: LabelledProps & ComponentProps<'textarea'>) {
  const [labels, control] = splitProps(props)
  return (
    <Labelled {...labels}>
      {(ids) => (
        <textarea
          dir="auto"
          {...control}
          {...ids}
          style={{ minHeight: `calc(${props.rows}lh + 1.25rem)` }}
          className={`${controlClass} field-sizing-content max-h-80`}
        />
      )}
    </Labelled>
  )
}

/** The options of a select. @param labels The label of each value. */
export function SelectOptions({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** A native select with its label. */
export function Select(props: LabelledProps & ComponentProps<'select'>) {
  const [labels, control] = splitProps(props)
  return (
    <Labelled {...labels}>
      {/* The empty option looks like a placeholder. */}
      {(ids) => <BareSelect {...control} {...ids} className="has-[option[value='']:checked]:text-ink-muted" />}
    </Labelled>
  )
}

interface BareSelectProps extends ComponentProps<'select'> {
  /** Class of the element around the select and its arrow. */
  boxClass?: string
  arrowClass?: string
}

/** A native select, which works best on touch screens and with every keyboard and screen reader. */
export function BareSelect({ boxClass = '', arrowClass = '', className = '', ...rest }: BareSelectProps) {
  return (
    <span className={`relative ${boxClass}`}>
      <select {...rest} className={`${controlClass} min-h-12 appearance-none pr-12 ${className}`} />
      <ChevronDown
        className={`pointer-events-none absolute inset-y-0 right-4 my-auto size-5 text-ink-muted ${arrowClass}`}
      />
    </span>
  )
}
