import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createPasskeyChallenge } from '../../../../contract/account/passkeys.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { keyOf } from '../../../net/query-keys.ts'
import { answerChallenge, issueChallenge, cancelPasskeyRequest } from '../../../passkeys/authenticator.ts'
import { canOfferInField } from '../../../passkeys/can-use-passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { fulfilIntent } from './fulfil-intent.ts'
import { usePasskeyLogin } from './sign-in.queries.ts'

/** A challenge is valid for five minutes, so the screen fetches a new one after four. */
const RENEWED_AFTER_MS = 4 * 60 * 1000

/** The challenge for passkey autofill in the e-mail field. `null` if the browser does not support autofill. */
const offeredQuery = {
  queryKey: keyOf(createPasskeyChallenge, { body: { purpose: 'sign-in' } }),
  queryFn: async () => ((await canOfferInField()) ? issueChallenge('sign-in') : null),
  staleTime: RENEWED_AFTER_MS,
  gcTime: 0,
  refetchInterval: RENEWED_AFTER_MS,
  refetchOnWindowFocus: true,
  retry: false,
}

/** Signs in with a passkey, through the button or the browser's autofill in the e-mail field. */
export function PasskeySignIn({ next }: { next: string }) {
  const client = useQueryClient()
  const login = usePasskeyLogin(({ id }: OwnUser) => fulfilIntent(client, id, next))
  const { data: offered, refetch } = useQuery({ ...offeredQuery, enabled: !login.isPending })
  const takeOffered = useEffectEvent(async (challenge: NonNullable<typeof offered>) => {
    // Users may ignore or dismiss the autofill without having requested it, so no error is shown.
    const answer = await answerChallenge(challenge, { isInField: true }).catch(() => undefined)
    if (answer) login.mutate(Promise.resolve(answer), { onError: () => void refetch() })
  })
  useEffect(() => {
    if (!offered) return
    void takeOffered(offered)
    return cancelPasskeyRequest
  }, [offered])
  const ask = () => {
    if (!login.begin()) return
    const answer = issueChallenge('sign-in').then((challenge) => answerChallenge(challenge))
    // The browser allows only one pending request, so this one ends the autofill. If this one fails, the autofill
    // starts again.
    login.mutate(answer, { onError: () => void refetch() })
  }
  return (
    <Button variant="ghost" className="mt-3 w-full" pending={login.isPending} onClick={ask}>
      Sign in with a passkey
    </Button>
  )
}
