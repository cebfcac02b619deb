import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/videos/duplicates.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { VideoLists } from '../reading/video-lists.ts'
import { answerDispute, disputeFirst } from './disputes.ts'
import { findMatches, getFirstHere } from './first-here.ts'

export function duplicateRoutes(app: FastifyInstance, { db, limits, config }: Deps, lists: VideoLists): void {
  const { objectsUrl } = config

  route(app, contract.findMatches, async ({ viewer, body: { durationSeconds, frames } }) => {
    await limits.take('account-matches', viewer.id)
    const asked = { durationSeconds, frames: frames.map((hash) => Buffer.from(hash, 'base64')) }
    return { matches: await findMatches(db, asked, objectsUrl) }
  })

  route(app, contract.getFirstHere, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    return getFirstHere(db, id, viewer, objectsUrl)
  })

  route(app, contract.disputeFirst, async ({ viewer, params: { id }, body: { text } }) => {
    await disputeFirst(db, id, viewer.id, text)
    return getFirstHere(db, id, viewer, objectsUrl)
  })

  route(app, contract.answerDispute, async ({ viewer, params: { id }, body: { answer } }) => {
    await limits.take('account-decisions', viewer.id)
    await answerDispute(db, id, viewer.id, answer)
  })
}
