import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { Spinner } from './loading/spinner.tsx'

const base =
  'inline-flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-full font-strong transition-colors ' +
  'select-none off:cursor-not-allowed'

const variants = {
  primary: 'bg-accent text-on-accent ready-hover:bg-accent-strong off:bg-ink/10 off:text-ink-muted',
  quiet: 'bg-surface text-ink ready-hover:bg-surface-raised off:text-ink-muted',
  /** For irreversible actions. */
  danger: 'bg-danger text-canvas ready-hover:opacity-90 off:bg-ink/10 off:text-ink-muted',
  /** For buttons over a picture. */
  overlay: 'bg-scrim text-on-scrim ready-hover:bg-canvas ready-hover:text-ink',
  /** For buttons over a part of a picture that is darkened already. */
  bare: 'text-on-scrim outline-on-scrim ready-hover:bg-scrim',
  ghost: 'text-ink-muted ready-hover:bg-surface ready-hover:text-ink',
} as const

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(variant: keyof typeof variants = 'quiet', extra = ''): string {
  return `${base} max-w-full px-5 ${variants[variant]} ${extra}`
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  /** Shows a spinner in place of the label and ignores presses. Unlike `disabled`, this keeps the focus. */
  pending?: boolean
  /** Ignores presses and keeps the focus, without a spinner. */
  'aria-disabled'?: boolean | undefined
}

export function Button({
  variant = 'quiet',
  pending = false,
  className = '',
  children,
  disabled,
  onClick,
  'aria-disabled': isOff = false,
  ...rest
}: ButtonProps) {
  const ignoresPresses = pending || isOff
  return (
    <button
      type="button"
      aria-busy={pending || undefined}
      {...rest}
      disabled={disabled && !ignoresPresses}
      aria-disabled={ignoresPresses || undefined}
      // Prevents the default, so that the button does not submit its form.
      onClick={ignoresPresses ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, className)}
    >
      {pending ? <SpinnerOverLabel>{children}</SpinnerOverLabel> : children}
    </button>
  )
}

/** A spinner over the invisible label, whose width it keeps, so that nothing beside the button moves. */
function SpinnerOverLabel({ children }: { children: ReactNode }) {
  return (
    <span className="relative grid place-items-center">
      <span className="flex items-center gap-2 opacity-0">{children}</span>
      <Spinner className="absolute size-5" />
    </span>
  )
}

interface ButtonLinkProps extends ComponentProps<'a'> {
  href: string
  variant?: keyof typeof variants
  /** Whether the next page appears with a view transition. */
  transition?: boolean
}

export function ButtonLink({ variant, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(variant, className)} />
}

/** A link on a line of its own, such as the next step of a message. */
export function ActionLink({ className = '', ...rest }: ComponentProps<'a'> & { href: string; state?: unknown }) {
  return (
    <Link
      {...rest}
      className={`flex min-h-11 items-center rounded-control font-strong text-ink underline underline-offset-4 ${className}`}
    />
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  label: string
  variant?: keyof typeof variants
  children: ReactNode
}

export function IconButton({ label, variant = 'ghost', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-tooltip={label}
      {...rest}
      aria-label={label}
      className={`${base} size-11 ${variants[variant]} ${className}`}
    />
  )
}
