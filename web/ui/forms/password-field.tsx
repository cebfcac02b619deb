import { type ComponentProps, useState } from 'react'
import { controlClass, Labelled } from './field.tsx'

interface PasswordFieldProps extends ComponentProps<'input'> {
  label?: string
  error: string | undefined
  hint?: string | undefined
}

/** A password field with a button that shows the password. No second field is needed. */
export function PasswordField({ label = 'Password', error, hint, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(ids) => (
        <span className="relative">
          <input
            {...rest}
            {...ids}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${controlClass} min-h-12 pr-20`}
          />
          <button
            type="button"
            // The button's name is text instead of `aria-label`, so that only the field matches its label.
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-1 min-w-14 rounded-control px-3 text-small font-strong text-ink-muted transition-colors hover:text-ink"
          >
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> password</span>
          </button>
        </span>
      )}
    </Labelled>
  )
}
