import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkUsername, Username } from '../../../../../contract/social/profiles.ts'
import { call } from '../../../../net/api.ts'

/** The server is asked this long after the last key. */
const DEBOUNCE_MS = 300

interface UsernameCheck {
  /** Why the typed name cannot be taken. */
  problem: string | undefined
  isFree: boolean
}

/**
 * Checks a username while it is typed: its form at once, and then with the server whether it is taken or reserved.
 * Without an answer there is no problem, because saving checks again.
 *
 * @param own The person's present username, which needs no check.
 */
export function useUsernameCheck(typed: string, own: string | null): UsernameCheck {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data: username, error } = Username.safeParse(typed)
  const isAsked = username !== undefined && username !== own && settled === typed
  const { data } = useQuery({
    queryKey: [checkUsername.path, username],
    enabled: isAsked,
    // Another person can take the name at any time.
    staleTime: 10_000,
    queryFn: ({ signal }) => call(checkUsername, { params: { username: username ?? '' } }, { signal }),
  })
  const mistake = typed.trim() === '' ? undefined : error?.issues[0]?.message
  const answer = isAsked ? data : undefined
  return { problem: mistake ?? answer?.problem ?? undefined, isFree: answer?.problem === null }
}
