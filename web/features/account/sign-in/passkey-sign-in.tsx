import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { answerChallenge, drawChallenge, stopWaiting } from '../../../passkeys/authenticator.ts'
import { canOfferInField } from '../../../passkeys/can-use-passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { fulfilIntent } from './fulfil-intent.ts'
import { usePasskeyLogin } from './sign-in.queries.ts'

/** A challenge is good for five minutes; whoever takes longer over the screen finds another. */
const RENEWED_AFTER_MS = 4 * 60 * 1000

/** What the browser offers passkeys for below the field of the address; `null` where it offers none. */
const offeredQuery = {
  queryKey: ['passkey-challenge'],
  queryFn: async () => ((await canOfferInField()) ? drawChallenge('sign-in') : null),
  staleTime: RENEWED_AFTER_MS,
  gcTime: 0,
  refetchInterval: RENEWED_AFTER_MS,
  refetchOnWindowFocus: true,
  retry: false,
}

/** Signs in by a passkey: by the button, or by taking one that the browser offers below the field of the address. */
export function PasskeySignIn({ next }: { next: string }) {
  const client = useQueryClient()
  const login = usePasskeyLogin(({ id }: OwnUser) => fulfilIntent(client, id, next))
  const { data: offered, refetch } = useQuery({ ...offeredQuery, enabled: !login.isPending })
  const takeOffered = useEffectEvent(async (challenge: NonNullable<typeof offered>) => {
    // Whoever never takes one, or whose browser ends it, has asked for nothing.
    const answer = await answerChallenge(challenge, { isInField: true }).catch(() => undefined)
    if (answer) login.mutate(Promise.resolve(answer), { onError: () => void refetch() })
  })
  useEffect(() => {
    if (!offered) return
    void takeOffered(offered)
    return stopWaiting
  }, [offered])
  const ask = () => {
    const answer = drawChallenge('sign-in').then((challenge) => answerChallenge(challenge))
    // The browser waits for one thing at a time: what it offered below the field is offered anew.
    login.mutate(answer, { onError: () => void refetch() })
  }
  return (
    <Button variant="ghost" className="mt-3 w-full" pending={login.isPending} onClick={ask}>
      Sign in with a passkey
    </Button>
  )
}
