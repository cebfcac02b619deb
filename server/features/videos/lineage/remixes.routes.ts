import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/videos/lineage.ts'
import type { Viewer } from '../../../access/can.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { ReadCache, type ReadCacheOptions } from '../../../http/read-cache.ts'
import { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { whyNotRemixable } from './why-not-remixable.ts'
import type { MutedIdsCache } from '../../social/mutes-and-blocks/muted-ids-cache.ts'
import type { LoadPage, VideoLists } from '../reading/video-lists.ts'
import { type RelatedRow, presentVisible, presentRelative, type ViewContext } from './related-clips.ts'
import {
  type AncestorRows,
  getAncestors,
  findLineage,
  findRemixable,
  type LineageRow,
  listRemixes,
} from './remixes.queries.ts'

const MAX_KEPT = 2_000
/** Approximate size of a clip with a prompt, in the cache. */
const BYTES_EACH = 4_000

export function remixRoutes(
  app: FastifyInstance,
  { db, readShared, signals, config }: Pick<Deps, 'db' | 'readShared' | 'signals' | 'config'>,
  { lists, muted }: { lists: VideoLists; muted: MutedIdsCache },
): void {
  const lineages = new ReadCache<LineageRow>(cacheOptions(signals, (found) => clipsOf(found?.parents)))
  const ancestors = new ReadCache<AncestorRows>(
    cacheOptions(signals, ({ line, parents, root, siblings }) => [...line, ...clipsOf(parents), root, ...siblings]),
  )

  async function contextOf(viewer: Viewer): Promise<ViewContext> {
    return { viewer, mutedIds: await muted.of(viewer), objectsUrl: config.objectsUrl }
  }

  route(app, contract.getLineage, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    const found = await lineages.get(id, () => readShared((from) => findLineage(from, id)))
    const remixable = viewer ? await findRemixable(db, id, viewer.id) : found?.video
    if (!found || !remixable) throw videoNotFound()
    const context = await contextOf(viewer)
    return replyTo(viewer, {
      parents: found.parents.map(({ clip, thanks }) => {
        const parent = presentRelative(context, clip)
        return { ...parent, thanks: parent.clip && thanks }
      }),
      remixesCount: found.video.remixesCount,
      license: found.video.license,
      whyNoRemix: whyNotRemixable(remixable)?.message ?? null,
    } satisfies contract.Lineage)
  })

  route(app, contract.getAncestors, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    const found = await ancestors.get(id, () => readShared((from) => getAncestors(from, id)))
    return replyTo(viewer, presentAncestors(await contextOf(viewer), found))
  })

  route(app, contract.listRemixes, async ({ viewer, params: { id }, query }) => {
    await lists.find(id, viewer)
    const load: LoadPage = (...page) => readShared((from) => listRemixes(from, id, ...page))
    return lists.pageFor(viewer, await lists.getUnmutedPage(['remixes', id], query, viewer, load))
  })
}

/**
 * Returns the ancestors of a remix as one viewer sees them. The parents are not among them, because they are shown
 * beside the remix.
 */
function presentAncestors(context: ViewContext, { parents, line, root, siblings }: AncestorRows): contract.Ancestors {
  const behind = line.slice(1)
  const shown = behind.slice(0, contract.ANCESTORS_MAX)
  const known = [...parents.map(({ clip }) => clip), ...shown]
  const beginning = root && !known.some((clip) => clip?.id === root.id) ? presentRelative(context, root).clip : null
  const isRootFolded = beginning !== null && behind.some((clip) => clip?.id === beginning.id)
  return {
    prompts: parents.map(({ clip, prompt }) => (presentRelative(context, clip).clip ? prompt : null)),
    ancestors: shown.map((clip) => presentRelative(context, clip)),
    foldedCount: behind.length - shown.length - (isRootFolded ? 1 : 0),
    root: beginning,
    siblings: presentVisible(context, siblings).slice(0, contract.ANCESTORS_MAX),
  }
}

type Clips = (RelatedRow | null | undefined)[]

function clipsOf(parents: { clip: RelatedRow | null }[] = []): Clips {
  return parents.map(({ clip }) => clip)
}

/** Lets shared caches keep viewer-independent responses. */
function replyTo(viewer: Viewer, reply: contract.Lineage | contract.Ancestors): PublicJson | ReadyJson {
  const json = JSON.stringify(reply)
  return viewer ? new ReadyJson(json) : new PublicJson(json)
}

/** Returns the options of a cache. A change of a clip or its creator drops the entries with this clip. */
function cacheOptions<Value>(signals: Deps['signals'], clipsIn: (value: Value) => Clips): ReadCacheOptions<Value> {
  return {
    max: MAX_KEPT,
    bytesOf: (value) => (1 + clipsIn(value).length) * BYTES_EACH,
    signals,
    droppedBy: {
      [VIDEO_CHANGED]: (id, key, value) =>
        id === key || value === undefined || clipsIn(value).some((clip) => clip?.id === id),
      [PROFILE_CHANGED]: (id, _key, value) => value === undefined || clipsIn(value).some((clip) => clip?.userId === id),
    },
  }
}
