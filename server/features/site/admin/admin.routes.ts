import type { FastifyInstance } from 'fastify'
import * as overview from '../../../../contract/site/overview.ts'
import * as people from '../../../../contract/site/people.ts'
import { listStaffLog as listStaffLogEndpoint } from '../../../../contract/site/staff-log.ts'
import { FairSemaphore } from '../../../concurrency/fair-semaphore.ts'
import { AppError } from '../../../errors/app-error.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { removeDemo } from '../demo/remove-demo.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { changeStorageLimit, resetLimits } from './change-person.ts'
import { listPeople, selectPeople } from './list-people.ts'
import { listStaffLog } from './list-staff-log.ts'
import { readOverview } from './overview.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  /**
   * A search may read every comment. Searches therefore occupy at most two of the few connections to the database, and
   * one per person.
   */
  const searches = new FairSemaphore(2, () => {
    const sentence = 'Your earlier searches are still running. Please try again in a moment.'
    return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds: 10 })
  })

  route(app, overview.getOverview, ({ viewer }) => readOverview(deps, viewer.id))

  route(app, people.listPeople, ({ viewer, query }) => searches.run(viewer.id, () => listPeople(db, viewer, query)))

  route(app, people.selectPeople, ({ viewer, query }) => searches.run(viewer.id, () => selectPeople(db, viewer, query)))

  route(app, people.changeStorageLimit, async ({ viewer, params, body }) => {
    await changeStorageLimit(db, { actorId: viewer.id, personId: params.id, to: body.storageLimitGb })
    return body
  })

  route(app, people.resetLimits, ({ viewer, params }) => resetLimits(deps, { actorId: viewer.id, personId: params.id }))

  route(app, listStaffLogEndpoint, ({ query }) => listStaffLog(db, query))

  route(app, overview.removeSamples, async ({ viewer }) => {
    const removed = await removeDemo(deps)
    await writeStaffLog(db, viewer.id, 'remove-samples', removed)
    return removed
  })
}
