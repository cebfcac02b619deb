import { useQuery } from '@tanstack/react-query'
import { listCommonPasswords } from '../../../../contract/account/password.ts'
import { PASSWORD_MIN_LENGTH } from '../../../../contract/account/sign-in.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import type { Credentials } from './credentials-form.tsx'

/**
 * Returns the advice below a new account's password. It never blocks the form, and the password is checked in the
 * browser only.
 */
export function usePasswordAdvice({ email, password }: Credentials, isNew: boolean): string {
  const typed = password.toLowerCase()
  const { data: common } = useQuery({
    ...endpointQuery(listCommonPasswords),
    select: ({ common: listed }) => new Set(listed),
    staleTime: Infinity,
    enabled: isNew && typed.length >= PASSWORD_MIN_LENGTH,
  })
  const isOwnName = typed !== '' && [email, email.split('@')[0]].some((name) => name?.toLowerCase() === typed)
  return isOwnName || common?.has(typed)
    ? 'This password is one of the first that attackers try.'
    : `At least ${PASSWORD_MIN_LENGTH} characters.`
}
