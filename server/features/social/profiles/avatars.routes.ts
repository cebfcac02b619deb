import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/videos/uploads.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireActive } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import { setAvatar } from './set-avatar.ts'

export function avatarRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.setAvatar, async ({ viewer, body }) => {
    const { id } = requireActive(viewer)
    await deps.limits.take('account-avatars', id)
    return { objectPath: await setAvatar(deps, id, body.avatarImageURL) }
  })
}
