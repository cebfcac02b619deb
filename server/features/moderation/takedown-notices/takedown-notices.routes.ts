import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/takedown-notices.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { getReceipt } from './read-notices.ts'
import { sendTakedownNotice } from './send-notice.ts'

export function takedownNoticeRoutes(app: FastifyInstance, { db, limits }: Pick<Deps, 'db' | 'limits'>): void {
  route(app, contract.sendTakedownNotice, async ({ body, request }) => {
    await limits.take('address-takedown-notices', request.ip)
    return { noticeId: await sendTakedownNotice(db, body) }
  })

  route(app, contract.getTakedownNotice, ({ params }) => getReceipt(db, params.id))
}
