import type { FastifyInstance } from 'fastify'
import { getProvenance, getTrustLists } from '../../../../contract/videos/provenance.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { route } from '../../../http/route.ts'
import { READER } from '../../../media/credentials/reader.ts'
import { describeLists } from '../../../media/credentials/trust-lists.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { VideoLists } from '../reading/video-lists.ts'
import { findProvenance } from './provenance.queries.ts'
import { presentProvenance } from './present-provenance.ts'

export function provenanceRoutes(
  app: FastifyInstance,
  { db, config }: Pick<Deps, 'db' | 'config'>,
  lists: VideoLists,
): void {
  const trustLists = { lists: describeLists(config.operatorAnchors), reader: READER }

  route(app, getProvenance, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    const row = await findProvenance(db, id)
    if (!row) throw videoNotFound()
    return presentProvenance(row, config.objectsUrl)
  })

  route(app, getTrustLists, () => trustLists)
}
