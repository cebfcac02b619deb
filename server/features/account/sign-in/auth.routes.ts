import type { FastifyInstance } from 'fastify'
import { listCommonPasswords as listCommonPasswordsEndpoint } from '../../../../contract/account/password.ts'
import { getOwnUser, logout } from '../../../../contract/account/session.ts'
import * as passkeys from '../../../../contract/account/passkeys.ts'
import * as contract from '../../../../contract/account/sign-in.ts'
import { once } from '../../../concurrency/once.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { isCommonPassword, listCommonPasswords } from '../../../identity/common-passwords.ts'
import { passkeyOrigin, relyingPartyId } from '../../../identity/relying-party.ts'
import { confirmSession, signIn, signOut } from '../../../identity/sessions.ts'
import { USER_CREATED } from '../../../signals/user-signals.ts'
import { sendEmail } from '../email/send-email.ts'
import { requireInvitation, useInvitation } from '../invitations/invitations.queries.ts'
import { holdsPasskey } from '../passkeys/passkeys.queries.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import { findCredentials, getCredentialsOf } from './credentials.queries.ts'
import { createUser } from '../users/create-user.ts'
import { findOwnUser, getUserToSignIn } from '../users/own-user.queries.ts'
import type { CurrentSettings } from '../../site/settings/site-settings.ts'
import { refuseBeyondHourly, refuseBlockedRegistration } from './refuse-registration.ts'
import { passwordRoutes } from './password.routes.ts'
import { createSignInLimits, type Pause, type SignInLimits } from './sign-in-limits.ts'
import { requireAccount } from '../settings/account.queries.ts'

export function authRoutes(
  app: FastifyInstance,
  deps: Deps,
  { settings, pause }: { settings: CurrentSettings; pause: Pause },
): void {
  route(app, getOwnUser, async ({ viewer }) => requireAccount(await findOwnUser(deps.db, viewer.id)))

  const commonPasswords = once(async () => new PublicJson(JSON.stringify({ common: await listCommonPasswords() })))
  route(app, listCommonPasswordsEndpoint, commonPasswords)

  void app.register(async (scope) => signInRoutes(scope, deps, settings, createSignInLimits(scope, deps, pause)))

  routeWithSession(app, logout, ({ request, reply }) => signOut(request, reply))
}

function signInRoutes(app: FastifyInstance, deps: Deps, settings: CurrentSettings, signInLimits: SignInLimits): void {
  const { db, passwords, config } = deps
  const rpId = relyingPartyId(config.publicUrl)

  registrationRoute(app, deps, settings, signInLimits)
  passwordRoutes(app, deps, signInLimits)

  routeWithSession(app, contract.confirmPassword, async ({ viewer, body, request }) => {
    // Otherwise a caller with the password could bypass the passkey.
    if (await holdsPasskey(db, viewer.id, rpId)) throw new AppError('PASSKEY_REQUIRED', 'Please use your passkey.')
    const { passwordHash } = await getCredentialsOf(db, viewer.id)
    await signInLimits.verifyPassword(request, passwordHash, body.password)
    await confirmSession(db, request)
  })

  routeWithSession(app, contract.login, async ({ body, request }) => {
    const giveBack = await signInLimits.take(request, body.email)
    const found = await findCredentials(db, body.email, rpId)
    const matches = await passwords.match(found?.passwordHash, body.password)
    if (!found?.passwordSignsIn || !matches) throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password')
    const { user } = found
    await giveBack()
    const isEasyToGuess = await isCommonPassword(body.password, user)
    const typed = { hash: found.passwordHash, isEasyToGuess }
    await signIn(request, user.id, 'password', { typed, isUnconfirmed: found.hasPasskey })
    signInLimits.remember(request, body.email)
    return user
  })

  routeWithSession(app, passkeys.loginWithPasskey, async ({ body, request }) => {
    const origin = passkeyOrigin(config.publicUrl, request.headers.host)
    const { userId, passkeyId } = await signInLimits.verifyPasskey(request, () =>
      usePasskey(deps, { userId: null, origin, answer: body }),
    )
    const user = await getUserToSignIn(db, userId)
    await signIn(request, user.id, 'passkey', { passkeyId })
    signInLimits.remember(request, user.email)
    return user
  })

  routeWithSession(app, passkeys.confirmWithPasskey, async ({ viewer, body, request }) => {
    const origin = passkeyOrigin(config.publicUrl, request.headers.host)
    await signInLimits.verifyPasskey(request, () => usePasskey(deps, { userId: viewer.id, origin, answer: body }))
    await confirmSession(db, request)
  })
}

function registrationRoute(
  app: FastifyInstance,
  deps: Deps,
  settings: CurrentSettings,
  signInLimits: SignInLimits,
): void {
  const { db, limits, passwords, config, signals } = deps

  routeWithSession(app, contract.register, async ({ body, request }) => {
    const current = await settings.read()
    const { registration } = current
    const { invitation } = body
    if (registration === 'closed' && invitation === undefined) {
      throw new AppError('REGISTRATION_CLOSED', 'This site isn’t accepting new accounts right now.')
    }
    await limits.take('address-registrations', request.ip)
    refuseBlockedRegistration(current, { email: body.email, ip: request.ip })
    const perHour = config.rateLimits && invitation === undefined ? current.registrationsPerHour : undefined
    if (perHour !== undefined) await refuseBeyondHourly(db, perHour - 1)
    if (invitation !== undefined) await requireInvitation(db, invitation)
    const passwordHash = await passwords.hash(body.password)
    const isWaiting = registration === 'approval' && invitation === undefined
    const user = await createUser(db, { email: body.email, passwordHash, isWaiting }, async (tx, userId) => {
      if (perHour !== undefined) await refuseBeyondHourly(tx, perHour)
      if (invitation !== undefined) await useInvitation(tx, invitation, userId)
      await sendEmail(tx, deps, { kind: 'verify', userId })
    })
    signals.emit(USER_CREATED, user.id)
    const isEasyToGuess = await isCommonPassword(body.password, user)
    await signIn(request, user.id, 'password', { typed: { hash: passwordHash, isEasyToGuess } })
    signInLimits.remember(request, body.email)
    return user
  })
}
