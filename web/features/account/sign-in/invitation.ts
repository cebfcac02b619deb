import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkInvitation } from '../../../../contract/account/invitations.ts'
import { sentenceOf } from '../../../net/api.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { keepLinkToken } from '../../../viewer/link-token.ts'

/** The secret of the invitation link that the visitor opened in this tab. */
export const invitationToken = keepLinkToken('invitation')

const invitationQuery = (token: string) =>
  endpointQuery(
    checkInvitation,
    { body: { token } },
    {
      enabled: token !== '',
      staleTime: 0,
      read: async (reply) => {
        await reply
        return 'valid' as const
      },
    },
  )

/** The invitation with which the visitor may sign up. */
export interface OpenInvitation {
  token: string
  /** Whether it is not known yet if the link works. */
  isPending: boolean
  /** Why the link does not work; undefined while it does. */
  problem: string | undefined
  /** Reads again whether the link works. */
  recheck: () => void
  /** Lets the visitor sign up without it. */
  forget: () => void
}

export function useInvitation(): OpenInvitation | undefined {
  const client = useQueryClient()
  const [token, setToken] = useState(() => invitationToken.take())
  const query = invitationQuery(token ?? '')
  const { error, isPending } = useQuery(query)
  if (token === undefined) return undefined
  return {
    token,
    isPending,
    problem: sentenceOf(error),
    recheck: () => void client.invalidateQueries(query),
    forget: () => {
      invitationToken.forget()
      setToken(undefined)
    },
  }
}
