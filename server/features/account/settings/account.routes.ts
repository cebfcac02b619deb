import type { FastifyInstance } from 'fastify'
import * as account from '../../../../contract/account/account.ts'
import * as events from '../../../../contract/account/account-events.ts'
import * as devices from '../../../../contract/account/devices.ts'
import type { Person } from '../../../access/can.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { getAccount, endDevice, endOtherDevices, listDevices } from './account.queries.ts'
import { listAccountEvents, markAccountEventsSeen } from './account-events.queries.ts'

/** @param mustConfirmEmail Whether the account must verify its address before it publishes and comments. */
export function accountRoutes(
  app: FastifyInstance,
  deps: Deps,
  mustConfirmEmail: (person: Person) => Promise<boolean>,
): void {
  const { db, config } = deps

  routeWithSession(app, account.getAccount, async ({ viewer, request }) => ({
    ...(await getAccount(db, { userId: viewer.id, sessionKey: sessionKey(request) })),
    hasMail: config.mail !== undefined,
    mustConfirmEmail: await mustConfirmEmail(viewer),
  }))

  route(app, events.listAccountEvents, async ({ viewer }) => ({ events: await listAccountEvents(db, viewer.id) }))

  route(app, events.markAccountEventsSeen, ({ viewer, body }) => markAccountEventsSeen(db, viewer.id, body.ids))

  routeWithSession(app, devices.listDevices, async ({ viewer, request }) => ({
    devices: await listDevices(db, { userId: viewer.id, sessionKey: sessionKey(request) }),
  }))

  route(app, devices.endDevice, ({ viewer, params }) => endDevice(deps, viewer.id, params.id))

  routeWithSession(app, devices.endOtherDevices, ({ viewer, request }) =>
    endOtherDevices(deps, { userId: viewer.id, sessionKey: sessionKey(request) }),
  )
}
