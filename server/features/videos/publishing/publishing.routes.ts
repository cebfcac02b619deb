import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/videos/publishing.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import type { Verification } from '../../account/email-address/require-verified.ts'
import { type LinkSettings, refuseBlockedLinks } from '../../moderation/comment-filter/refuse-blocked-links.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import type { VideoLists } from '../reading/video-lists.ts'
import { retryFailed } from '../renditions/requeue.ts'
import { deleteVideo } from './delete-video.ts'
import { publishVideo } from './publish-video.ts'
import { updateVideo } from './write-video.ts'

interface Parts {
  newAccountLimits: NewAccountLimits
  settings: LinkSettings
  verification: Verification
}

export function publishingRoutes(
  app: FastifyInstance,
  deps: Deps,
  { getVideo }: VideoLists,
  { newAccountLimits, settings, verification }: Parts,
): void {
  const { signals, limits } = deps

  route(app, contract.createVideo, async ({ viewer, body }) => {
    await verification.require(viewer)
    await refuseBlockedLinks(settings, viewer, wordsOf(body))
    // Attempts whose file is refused count, too, because reading a file is what costs processor time. The client repeats
    // its request while an earlier one holds the claim, so attempts without a claim do not count.
    const beforeReading = () => newAccountLimits.limit('newcomer-clips', viewer)
    const id = await publishVideo(deps, viewer.id, body, beforeReading)
    return getVideo(id, viewer)
  })

  route(app, contract.updateVideo, async ({ viewer, params: { id }, body }) => {
    await refuseBlockedLinks(settings, viewer, wordsOf(body))
    await updateVideo(deps, id, viewer.id, body)
    signals.emit(VIDEO_CHANGED, id)
    return getVideo(id, viewer)
  })

  route(app, contract.retryVideo, async ({ viewer, params: { id } }) => {
    await limits.take('account-retries', viewer.id)
    await retryFailed(deps, id, viewer.id)
    return getVideo(id, viewer)
  })

  route(app, contract.deleteVideo, ({ viewer, params }) => deleteVideo(deps, params.id, viewer.id))
}

/** Returns the texts that viewers read, by field. */
function wordsOf(body: contract.CreateVideoBody | contract.UpdateVideoBody): object {
  const words = contract.videoWords.map((word) => [word, body[word]] as const)
  const thanks = 'parents' in body && body.parents?.map((parent) => parent.thanks).join('\n')
  return { ...Object.fromEntries(words), parents: thanks }
}
