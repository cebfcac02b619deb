import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/email-address.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { CurrentSettings } from '../../site/settings/site-settings.ts'
import { requestChange, sendVerification } from './request-change.ts'
import { useEmailToken } from './use-email-token.ts'

export function emailRoutes(app: FastifyInstance, deps: Deps, settings: CurrentSettings): void {
  routeWithSession(app, contract.changeEmail, async ({ viewer, body, request }) => {
    const blockedDomains = (await settings.read()).blockedEmailDomains
    await requestChange(deps, { userId: viewer.id, sessionKey: sessionKey(request), email: body.email, blockedDomains })
  })

  route(app, contract.sendVerification, ({ viewer }) => sendVerification(deps, viewer.id))

  routeWithSession(app, contract.redeemEmailToken, async ({ viewer, body, request }) => {
    const opener = { userId: viewer?.id, session: sessionKey(request) }
    return { outcome: await useEmailToken(deps, body.token, opener) }
  })
}
