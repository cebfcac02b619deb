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
import { whyNoRemix } from './why-no-remix.ts'
import type { MutedPeople } from '../../social/mutes-and-blocks/muted-people.ts'
import { type LoadPage, UnmutedLists } from '../reading/unmuted-lists.ts'
import type { VideoLists } from '../reading/video-lists.ts'
import { presentAncestors } from './present-ancestors.ts'
import { type ViewContext, type RelatedRow, relativeFor } from './related-clips.ts'
import {
  type AncestorRows,
  findAncestors,
  findLineage,
  findRemixable,
  type LineageRow,
  listRemixes,
} from './remixes.queries.ts'

const MAX_KEPT = 2_000
/** Approximate size of a clip with a prompt, in the cache. */
const BYTES_EACH = 4_000

type RemixDeps = Pick<Deps, 'db' | 'readShared' | 'signals' | 'config'>

/** Registers the routes for the lineage, the ancestors and the remixes of clips. */
export function remixRoutes(
  app: FastifyInstance,
  { db, readShared, signals, config }: RemixDeps,
  { lists, muted }: { lists: VideoLists; muted: MutedPeople },
): void {
  const unmuted = new UnmutedLists(lists.cache, muted)
  const lineages = new ReadCache<LineageRow | undefined>(
    keptWith(signals, (found) => found?.parents.map(({ clip }) => clip) ?? []),
  )
  const ancestors = new ReadCache<AncestorRows>(
    keptWith(signals, ({ line, parents, root, siblings }) => [
      ...line,
      ...parents.map(({ clip }) => clip),
      root,
      ...siblings,
    ]),
  )

  async function contextOf(viewer: Viewer): Promise<ViewContext> {
    const set = viewer ? await muted.of(viewer) : new Set<string>()
    return { viewer, muted: set, objectsUrl: config.objectsUrl }
  }

  route(app, contract.getLineage, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    const found = await lineages.get(id, () => readShared((from) => findLineage(from, id)))
    const remixable = viewer ? await findRemixable(db, id, viewer.id) : found?.remixable
    if (!found || !remixable) throw videoNotFound()
    const context = await contextOf(viewer)
    return replyTo(viewer, {
      parents: found.parents.map(({ clip, thanks }) => {
        const parent = relativeFor(context, clip)
        return { ...parent, thanks: parent.clip && thanks }
      }),
      remixesCount: found.remixesCount,
      license: found.license,
      whyNoRemix: whyNoRemix(remixable)?.message ?? null,
    } satisfies contract.Lineage)
  })

  route(app, contract.getAncestors, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    const found = await ancestors.get(id, () => readShared((from) => findAncestors(from, id)))
    return replyTo(viewer, presentAncestors(await contextOf(viewer), found))
  })

  route(app, contract.listRemixes, async ({ viewer, params: { id }, query }) => {
    await lists.find(id, viewer)
    const load: LoadPage = (...page) => readShared((from) => listRemixes(from, id, ...page))
    return lists.pageFor(viewer, await unmuted.getPage(['remixes', id], query, viewer, load))
  })
}

/** Lets shared caches keep viewer-independent responses. */
function replyTo(viewer: Viewer, reply: contract.Lineage | contract.Ancestors): PublicJson | ReadyJson {
  const json = JSON.stringify(reply)
  return viewer ? new ReadyJson(json) : new PublicJson(json)
}

/** Returns the options of a cache whose entries are dropped when one of their clips or its creator changes. */
function keptWith<Value>(
  signals: Deps['signals'],
  clipsOf: (value: Value) => (RelatedRow | null)[],
): ReadCacheOptions<Value> {
  return {
    max: MAX_KEPT,
    bytesOf: (value) => (1 + clipsOf(value).length) * BYTES_EACH,
    signals,
    droppedBy: {
      [VIDEO_CHANGED]: (id, key, value) =>
        id === key || value === undefined || clipsOf(value).some((clip) => clip?.id === id),
      [PROFILE_CHANGED]: (id, _key, value) => value === undefined || clipsOf(value).some((clip) => clip?.userId === id),
    },
  }
}
