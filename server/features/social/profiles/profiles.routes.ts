import type { FastifyInstance } from 'fastify'
import * as own from '../../../../contract/social/own-profile.ts'
import * as contract from '../../../../contract/social/profiles.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { can } from '../../../access/can.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { withoutObjectsUrl, withPublicAvatar } from '../../../objects/public-address.ts'
import { route } from '../../../http/route.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { type LinkSettings, refuseBlockedLinks } from '../../moderation/comment-filter/refuse-blocked-links.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import { setAvatar } from './set-avatar.ts'
import { findUsernameProblem } from './username-problem.ts'
import { getProfile, listUsers, updateUser, type PersonProfile } from './profiles.queries.ts'

export function profileRoutes(
  app: FastifyInstance,
  deps: Deps,
  { newAccountLimits, settings }: { newAccountLimits: NewAccountLimits; settings: LinkSettings },
): void {
  const { db, limits, readShared, signals } = deps
  const { objectsUrl } = deps.config
  async function presentProfile({ isHidden, ...profile }: PersonProfile): Promise<{ user: Profile }> {
    const isWebsiteLinked = !(await newAccountLimits.isNewAccount(profile))
    return { user: { ...withPublicAvatar(profile, isHidden ? undefined : objectsUrl), isWebsiteLinked } }
  }

  route(app, contract.listUsers, async ({ viewer, query }) => {
    const { users, nextCursor } = await readShared((from) => listUsers(from, { ...query, viewer }))
    return { users: users.map((user) => withPublicAvatar(user, objectsUrl)), nextCursor }
  })

  route(app, contract.getUserByUsername, async ({ viewer, params }) =>
    presentProfile(await readShared((from) => getProfile(from, { username: params.username }, viewer))),
  )

  route(app, contract.getUser, async ({ viewer, params }) =>
    presentProfile(await readShared((from) => getProfile(from, { id: params.id }, viewer))),
  )

  route(app, own.checkUsername, async ({ viewer, params }) => {
    await limits.take('account-username-checks', viewer.id)
    return { problem: await findUsernameProblem(db, viewer.id, params.username) }
  })

  route(app, own.updateUser, async ({ viewer, params, body }) => {
    if (!can(viewer, 'editProfile', { personId: params.id })) {
      throw new AppError('ACCESS_DENIED', 'You can only edit your own profile')
    }
    const { avatarUrl, displayName, bio, location, website } = body
    await refuseBlockedLinks(settings, viewer, { displayName, bio, location, website })
    const changes = avatarUrl ? { ...body, avatarUrl: withoutObjectsUrl(avatarUrl, objectsUrl) } : body
    const user = await updateUser(db, params.id, changes)
    signals.emit(PROFILE_CHANGED, user.id)
    return { user }
  })

  route(app, own.setAvatar, async ({ viewer, body }) => {
    await limits.take('account-avatars', viewer.id)
    return { objectPath: await setAvatar(deps, viewer.id, body.avatarImageURL) }
  })
}
