import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/takedown-notices.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { readReceipt } from './read-notices.ts'
import { sendNotice } from './send-notice.ts'

export function noticeRoutes(app: FastifyInstance, { db, limits }: Pick<Deps, 'db' | 'limits'>): void {
  route(app, contract.sendNotice, async ({ body, request }) => {
    await limits.take('address-notices', request.ip)
    return { noticeId: await sendNotice(db, body) }
  })

  route(app, contract.getNotice, ({ params }) => readReceipt(db, params.id))
}
