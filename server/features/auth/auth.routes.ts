import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/auth.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { requireViewer } from '../../access/standing.ts'
import { route, routeWithSession } from '../../http/route.ts'
import { signIn, signOut } from '../../identity/sessions.ts'
import { createUser, findCredentials, findCredentialsOf, findOwnUser } from '../users/users.queries.ts'
import { createSignInLimits, type Pause } from './sign-in-limits.ts'

export function authRoutes(app: FastifyInstance, deps: Deps, pause: Pause): void {
  route(app, contract.getOwnUser, async ({ viewer }) => {
    const user = await findOwnUser(deps.db, requireViewer(viewer).id)
    if (!user) throw new AppError('LOGIN_REQUIRED', 'Please sign in first.')
    return user
  })

  void app.register(async (scope) => signInRoutes(scope, deps, pause))

  routeWithSession(app, contract.logout, ({ request, reply }) => signOut(request, reply))
}

function signInRoutes(app: FastifyInstance, deps: Deps, pause: Pause): void {
  const { db, limits, passwords } = deps
  const signInLimits = createSignInLimits(app, deps, pause)

  routeWithSession(app, contract.register, async ({ body, request }) => {
    await limits.take('address-registrations', request.ip)
    const user = await createUser(db, { email: body.email, passwordHash: await passwords.hash(body.password) })
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
    await signIn(request, id)
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
