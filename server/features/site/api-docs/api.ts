import type { Endpoint } from '../../../../contract/endpoint.ts'
import * as account from '../../../../contract/account/account.ts'
import * as deletion from '../../../../contract/account/deletion.ts'
import * as email from '../../../../contract/account/email-address.ts'
import * as recovery from '../../../../contract/account/recovery.ts'
import * as accountEvents from '../../../../contract/account/account-events.ts'
import * as devices from '../../../../contract/account/devices.ts'
import * as password from '../../../../contract/account/password.ts'
import * as passkeys from '../../../../contract/account/passkeys.ts'
import * as exports from '../../../../contract/account/export.ts'
import * as invitations from '../../../../contract/account/invitations.ts'
import * as registrationApproval from '../../../../contract/account/registration-approval.ts'
import * as overview from '../../../../contract/site/overview.ts'
import * as people from '../../../../contract/site/people.ts'
import * as roles from '../../../../contract/site/roles.ts'
import * as siteSettings from '../../../../contract/site/settings.ts'
import * as staffLog from '../../../../contract/site/staff-log.ts'
import * as session from '../../../../contract/account/session.ts'
import * as auth from '../../../../contract/account/sign-in.ts'
import * as comments from '../../../../contract/social/comments.ts'
import * as creators from '../../../../contract/social/creators.ts'
import * as search from '../../../../contract/discovery/search.ts'
import * as hiding from '../../../../contract/videos/hiding.ts'
import * as lineage from '../../../../contract/videos/lineage.ts'
import * as similar from '../../../../contract/discovery/similar.ts'
import * as tags from '../../../../contract/discovery/tags.ts'
import * as trending from '../../../../contract/discovery/trending.ts'
import * as follows from '../../../../contract/social/follows.ts'
import * as appeals from '../../../../contract/moderation/appeals.ts'
import * as batches from '../../../../contract/moderation/batches.ts'
import * as counterNotices from '../../../../contract/moderation/counter-notices.ts'
import * as decisions from '../../../../contract/moderation/decisions.ts'
import * as euStatements from '../../../../contract/moderation/eu-statements.ts'
import * as pendingComments from '../../../../contract/moderation/pending-comments.ts'
import * as likes from '../../../../contract/social/likes.ts'
import * as publicLog from '../../../../contract/moderation/public-log.ts'
import * as ownPending from '../../../../contract/moderation/own-pending.ts'
import * as following from '../../../../contract/discovery/following.ts'
import * as rising from '../../../../contract/discovery/rising.ts'
import * as notifications from '../../../../contract/social/notifications.ts'
import * as cases from '../../../../contract/moderation/cases.ts'
import * as permanentRemoval from '../../../../contract/moderation/permanent-removal.ts'
import * as notices from '../../../../contract/moderation/takedown-notices.ts'
import * as outcomes from '../../../../contract/moderation/report-outcomes.ts'
import * as provenance from '../../../../contract/videos/provenance.ts'
import * as publishing from '../../../../contract/videos/publishing.ts'
import * as broken from '../../../../contract/moderation/report-broken.ts'
import * as mutesAndBlocks from '../../../../contract/social/mutes-and-blocks.ts'
import * as duplicates from '../../../../contract/videos/duplicates.ts'
import * as reports from '../../../../contract/moderation/reports.ts'
import * as sitePages from '../../../../contract/site/static-pages.ts'
import * as uploads from '../../../../contract/videos/uploads.ts'
import * as ownProfile from '../../../../contract/social/own-profile.ts'
import * as users from '../../../../contract/social/profiles.ts'
import * as videos from '../../../../contract/videos/videos.ts'
import * as views from '../../../../contract/social/views.ts'

/** All endpoints of the API, grouped by feature. */
export const api = {
  auth: { ...endpointsOf(auth), ...endpointsOf(session) },
  account: {
    ...endpointsOf(account),
    ...endpointsOf(deletion),
    ...endpointsOf(email),
    ...endpointsOf(recovery),
    ...endpointsOf(accountEvents),
    ...endpointsOf(devices),
    ...endpointsOf(password),
    ...endpointsOf(exports),
  },
  passkeys: endpointsOf(passkeys),
  users: { ...endpointsOf(users), ...endpointsOf(ownProfile) },
  follows: endpointsOf(follows),
  mutesAndBlocks: endpointsOf(mutesAndBlocks),
  creators: endpointsOf(creators),
  videos: { ...endpointsOf(videos), ...endpointsOf(publishing), ...endpointsOf(hiding) },
  search: endpointsOf(search),
  similar: endpointsOf(similar),
  provenance: endpointsOf(provenance),
  lineage: endpointsOf(lineage),
  duplicates: endpointsOf(duplicates),
  tags: endpointsOf(tags),
  trending: endpointsOf(trending),
  following: endpointsOf(following),
  rising: endpointsOf(rising),
  likes: endpointsOf(likes),
  views: endpointsOf(views),
  reports: { ...endpointsOf(reports), ...endpointsOf(outcomes), ...endpointsOf(broken) },
  cases: { ...endpointsOf(cases), ...endpointsOf(permanentRemoval) },
  notices: endpointsOf(notices),
  comments: { ...endpointsOf(comments), ...endpointsOf(ownPending) },
  pendingComments: endpointsOf(pendingComments),
  notifications: endpointsOf(notifications),
  people: { ...endpointsOf(people), ...endpointsOf(roles) },
  admin: { ...endpointsOf(overview), ...endpointsOf(staffLog) },
  registrationApproval: endpointsOf(registrationApproval),
  invitations: endpointsOf(invitations),
  siteSettings: endpointsOf(siteSettings),
  publicLog: { ...endpointsOf(publicLog), ...endpointsOf(euStatements) },
  decisions: { ...endpointsOf(decisions), ...endpointsOf(appeals), ...endpointsOf(batches) },
  counterNotices: endpointsOf(counterNotices),
  sitePages: endpointsOf(sitePages),
  uploads: endpointsOf(uploads),
}

type Endpoints<Module> = { [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] }

/** Returns the endpoints that a module of the contract declares, by name. */
function endpointsOf<Module extends object>(module: Module): Endpoints<Module> {
  const declared = Object.entries(module).filter(([, value]: [string, unknown]) => isEndpoint(value))
  return Object.fromEntries(declared) as Endpoints<Module>
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}
