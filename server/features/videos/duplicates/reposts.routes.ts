import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/videos/duplicates.ts'
import { requireActive, requireStaff, requireViewer } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { VideoLists } from '../reading/video-lists.ts'
import { answerDispute, disputeFirst } from './disputes.ts'
import { findMatches, getFirstHere } from './first-here.ts'

export function repostRoutes(app: FastifyInstance, { db, limits, config }: Deps, lists: VideoLists): void {
  const { objectsUrl } = config

  route(app, contract.findMatches, async ({ viewer, body: { durationSeconds, frames } }) => {
    await limits.take('account-matches', requireViewer(viewer).id)
    const asked = { durationSeconds, frames: frames.map((hash) => Buffer.from(hash, 'base64')) }
    return { matches: await findMatches(db, asked, objectsUrl) }
  })

  route(app, contract.getFirstHere, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    return getFirstHere(db, id, viewer, objectsUrl)
  })

  route(app, contract.disputeFirst, async ({ viewer, params: { id }, body: { text } }) => {
    const owner = requireActive(viewer)
    await disputeFirst(db, id, owner.id, text)
    return getFirstHere(db, id, owner, objectsUrl)
  })

  route(app, contract.answerDispute, async ({ viewer, params: { id }, body: { answer } }) => {
    const { id: judgeId } = requireStaff(viewer)
    await limits.take('account-decisions', judgeId)
    await answerDispute(db, id, judgeId, answer)
  })
}
