import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/follows.ts'
import type { ListedPerson } from '../../../../contract/social/follows.ts'
import type { Deps } from '../../../setup/deps.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import { route } from '../../../http/route.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import { follow, isFollowing, unfollow } from './follows.queries.ts'
import { listFollows } from './list-follows.ts'

export function followRoutes(app: FastifyInstance, deps: Deps, newAccountLimits: NewAccountLimits): void {
  const { db, limits, config } = deps
  const shown = (people: ListedPerson[]) => people.map((person) => withPublicAvatar(person, config.objectsUrl))

  route(app, contract.followUser, async ({ viewer, params }) => {
    await limits.take('account-follows', viewer.id)
    await newAccountLimits.limit('newcomer-follows', viewer)
    return follow(deps, { followerId: viewer.id, userId: params.id })
  })

  route(app, contract.unfollowUser, ({ viewer, params }) =>
    unfollow(deps, { followerId: viewer.id, userId: params.id }),
  )

  route(app, contract.getIsFollowing, async ({ params }) => ({
    isFollowing: await isFollowing(db, { followerId: params.userId, userId: params.targetId }),
  }))

  route(app, contract.listFollowers, async ({ viewer, params, query }) => {
    const { rows, nextCursor } = await listFollows(db, 'followers', params.id, { ...query, viewer })
    return { followers: shown(rows), nextCursor }
  })

  route(app, contract.listFollowing, async ({ viewer, params, query }) => {
    const { rows, nextCursor } = await listFollows(db, 'following', params.id, { ...query, viewer })
    return { following: shown(rows), nextCursor }
  })
}
