import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/auth.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { requireViewer } from '../../access/standing.ts'
import { route, routeWithSession } from '../../http/route.ts'
import { confirmSession, signIn, signOut } from '../../identity/sessions.ts'
import { createUser, findCredentials, findCredentialsOf, findOwnUser } from '../users/users.queries.ts'
import type { CurrentSettings } from '../site-settings/site-settings.ts'
import { createSignInLimits, type Pause } from './sign-in-limits.ts'

interface AuthParts {
  settings: CurrentSettings
  pause: Pause
}

export function authRoutes(app: FastifyInstance, deps: Deps, parts: AuthParts): void {
  route(app, contract.getOwnUser, async ({ viewer }) => {
    const user = await findOwnUser(deps.db, requireViewer(viewer).id)
    if (!user) throw new AppError('LOGIN_REQUIRED', 'Please sign in first.')
    return user
  })

  void app.register(async (scope) => signInRoutes(scope, deps, parts))

  routeWithSession(app, contract.logout, ({ request, reply }) => signOut(request, reply))
}

function signInRoutes(app: FastifyInstance, deps: Deps, { settings, pause }: AuthParts): void {
  const { db, limits, passwords } = deps
  const signInLimits = createSignInLimits(app, deps, pause)

  routeWithSession(app, contract.register, async ({ body, request }) => {
    const { registration } = await settings.read()
    if (registration === 'closed') {
      throw new AppError('REGISTRATION_CLOSED', 'This site takes no new accounts at the moment.')
    }
    await limits.take('address-registrations', request.ip)
    const passwordHash = await passwords.hash(body.password)
    const user = await createUser(db, { email: body.email, passwordHash, isWaiting: registration === 'approval' })
    await signIn(request, user.id)
    signInLimits.remember(request, body.email)
    return user
  })

  routeWithSession(app, contract.confirmPassword, async ({ viewer, body, request }) => {
    const { id } = requireViewer(viewer)
    const { email, passwordHash } = await findCredentialsOf(db, id)
    const giveBack = await signInLimits.take(request, email)
    if (!(await passwords.match(passwordHash, body.password))) {
      throw new AppError('INVALID_CREDENTIALS', 'This is not your password')
    }
    await giveBack()
    await confirmSession(db, request)
  })

  routeWithSession(app, contract.login, async ({ body, request }) => {
    const giveBack = await signInLimits.take(request, body.email)
    const found = await findCredentials(db, body.email)
    const matches = await passwords.match(found?.passwordHash, body.password)
    const user = found && matches ? await findOwnUser(db, found.id) : undefined
    if (!user) throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password')
    await giveBack()
    await signIn(request, user.id)
    signInLimits.remember(request, body.email)
    return user
  })
}
