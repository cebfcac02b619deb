import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkInvitation } from '../../../../contract/account/invitations.ts'
import { codeOf, sentenceOf } from '../../../net/api-error.ts'
import { createLinkToken, linkCheckQuery } from '../../../viewer/link-token.ts'

/** The secret of the invitation link that the visitor opened in this tab. */
export const invitationToken = createLinkToken('invitation')

export interface OpenInvitation {
  token: string
  /** Whether the server is still checking the link. */
  isPending: boolean
  /** The server's message, if the link does not work. After another failure of the check, the visitor may try it. */
  problem: string | undefined
  recheck: () => void
  /** Discards the link, so that the visitor can sign up without it. */
  discard: () => void
}

export function useInvitation(): OpenInvitation | undefined {
  const client = useQueryClient()
  const [token, setToken] = useState(() => invitationToken.read())
  const query = linkCheckQuery(checkInvitation, token)
  const { error, isPending } = useQuery(query)
  if (token === undefined) return undefined
  return {
    token,
    isPending,
    problem: codeOf(error) === 'NOT_FOUND' ? sentenceOf(error) : undefined,
    recheck: () => void client.invalidateQueries(query),
    discard: () => {
      invitationToken.discard()
      setToken(undefined)
    },
  }
}
