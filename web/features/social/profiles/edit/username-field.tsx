import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useState } from 'react'
import { checkUsername, Username } from '../../../../../contract/social/own-profile.ts'
import { endpointQuery } from '../../../../net/endpoint-query.ts'
import { Field } from '../../../../ui/forms/field.tsx'

interface UsernameFieldProps {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** The user's current username. */
  own: string | null
  /** The error from the last attempt to save. */
  error: string | undefined
  readOnly?: boolean
}

/** A field that lowercases the username, shows its address and checks its availability. */
export function UsernameField({ own, error, onChange, ...rest }: UsernameFieldProps) {
  const typed = rest.value
  const { problem, isFree } = useUsernameCheck(typed, own)
  return (
    <div>
      <Field
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problem ?? error}
        hint={`${location.host}/profile/${typed.trim() || 'username'}${isFree ? ' is available' : ''}`}
        {...rest}
        onChange={(event) => {
          lowercase(event)
          onChange(event)
        }}
      />
      <p role="status" className="sr-only">
        {problem ? `${typed}: ${problem}` : isFree && `${typed} is available`}
      </p>
    </div>
  )
}

/** Lowercases the input and keeps the caret position. */
function lowercase({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = input
  if (value === value.toLowerCase()) return
  input.value = value.toLowerCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

/** Delay between the last key press and the request. */
const DEBOUNCE_MS = 300

interface UsernameCheck {
  /** The reason why the typed username cannot be used. */
  problem: string | undefined
  isFree: boolean
}

/**
 * Checks a username while the user types. Checks its format at once, then asks the server whether it is free. Reports
 * no problem if the server does not answer, because saving checks again.
 *
 * @param own The user's current username, which needs no check.
 */
function useUsernameCheck(typed: string, own: string | null): UsernameCheck {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data: username, error } = Username.safeParse(typed)
  const isAsked = username !== undefined && username !== own && settled === typed
  const { data } = useQuery(
    endpointQuery(
      checkUsername,
      { params: { username: username ?? '' } },
      // Another person can take the name at any time.
      { enabled: isAsked, staleTime: 10_000 },
    ),
  )
  const mistake = typed.trim() === '' ? undefined : error?.issues[0]?.message
  const answer = isAsked ? data : undefined
  return { problem: mistake ?? answer?.problem ?? undefined, isFree: answer?.problem === null }
}
