import { maxHeaderSize } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Deps } from './setup/deps.ts'
import { createLogger } from './setup/logger.ts'
import { accountRoutes } from './features/account/settings/account.routes.ts'
import { adminRoutes } from './features/site/admin/admin.routes.ts'
import { appealRoutes } from './features/moderation/appeals/appeals.routes.ts'
import { authRoutes } from './features/account/sign-in/auth.routes.ts'
import type { Pause } from './features/account/sign-in/sign-in-limits.ts'
import { batchRoutes } from './features/moderation/batches/batches.routes.ts'
import { caseRoutes } from './features/moderation/cases/cases.routes.ts'
import { commentRoutes } from './features/social/comments/comments.routes.ts'
import { creatorRoutes } from './features/social/creators/creators.routes.ts'
import { decisionRoutes } from './features/moderation/decisions/decisions.routes.ts'
import { deletionRoutes } from './features/account/deletion/deletion.routes.ts'
import { docsRoutes } from './features/site/api-docs/docs.routes.ts'
import { emailRoutes } from './features/account/email-address/email.routes.ts'
import { createVerification, type Verification } from './features/account/email-address/require-verified.ts'
import { embedRoutes } from './features/site/embed/embed.routes.ts'
import { exportRoutes } from './features/account/export/export.routes.ts'
import { followingRoutes } from './features/discovery/following/following.routes.ts'
import { feedRoutes } from './features/discovery/rss/feeds.routes.ts'
import { followRoutes } from './features/social/follows/follows.routes.ts'
import { pendingCommentRoutes } from './features/moderation/pending-comments/pending-comments.routes.ts'
import { likeRoutes } from './features/social/likes/likes.routes.ts'
import { invitationRoutes } from './features/account/invitations/invitations.routes.ts'
import { registrationApprovalRoutes } from './features/account/registration-approval/registration-approval.routes.ts'
import { euStatementRoutes } from './features/moderation/eu-statements/eu-statements.routes.ts'
import { publicLogRoutes } from './features/moderation/public-log/public-log.routes.ts'
import { takedownNoticeRoutes } from './features/moderation/takedown-notices/takedown-notices.routes.ts'
import {
  createNewAccountLimits,
  type NewAccountLimits,
} from './features/moderation/new-account-limits/new-account-limits.ts'
import { notificationRoutes } from './features/social/notifications/notifications.routes.ts'
import { passkeyRoutes } from './features/account/passkeys/passkeys.routes.ts'
import { pageRoutes } from './features/site/pages/pages.routes.ts'
import { createShareMetadata } from './features/site/pages/share-metadata.ts'
import { manifestRoutes } from './features/site/pages/manifest.routes.ts'
import { openSearchRoutes } from './features/site/pages/opensearch.routes.ts'
import { sitemapRoutes } from './features/site/pages/sitemap.routes.ts'
import { MutedIdsCache } from './features/social/mutes-and-blocks/muted-ids-cache.ts'
import { provenanceRoutes } from './features/videos/provenance/provenance.routes.ts'
import { recoveryRoutes } from './features/account/recovery/recovery.routes.ts'
import { muteAndBlockRoutes } from './features/social/mutes-and-blocks/mutes-and-blocks.routes.ts'
import { remixRoutes } from './features/videos/lineage/remixes.routes.ts'
import { reportRoutes } from './features/moderation/reports/reports.routes.ts'
import { findDispute } from './features/videos/duplicates/first-here.ts'
import { duplicateRoutes } from './features/videos/duplicates/duplicates.routes.ts'
import { risingRoutes } from './features/discovery/rising/rising.routes.ts'
import { roleRoutes } from './features/site/roles/roles.routes.ts'
import { objectPreflight, objectRoutes } from './objects/serving/objects.routes.ts'
import { resumableUploadTarget } from './features/videos/upload/resumable-uploads.routes.ts'
import { uploadRoutes, uploadTarget } from './features/videos/upload/uploads.routes.ts'
import { searchRoutes } from './features/discovery/search/search.routes.ts'
import { type CurrentSettings, createCurrentSettings } from './features/site/settings/site-settings.ts'
import { similarRoutes } from './features/discovery/similar/similar.routes.ts'
import { siteIconRoute } from './features/site/settings/site-icon.ts'
import { siteSettingRoutes } from './features/site/settings/site-settings.routes.ts'
import { createSitePages } from './features/site/static-pages/site-pages.ts'
import { sitePageRoutes } from './features/site/static-pages/site-pages.routes.ts'
import { tagRoutes } from './features/discovery/tags/tags.routes.ts'
import { trendingRoutes } from './features/discovery/trending/trending.routes.ts'
import { profileRoutes } from './features/social/profiles/profiles.routes.ts'
import { createVideoLists } from './features/videos/reading/video-lists.ts'
import { publishingRoutes } from './features/videos/publishing/publishing.routes.ts'
import { videoRoutes } from './features/videos/reading/videos.routes.ts'
import { viewRoutes } from './features/social/views/views.routes.ts'
import type { Draining } from './http/draining.ts'
import { earlyErrors, handleErrors } from './http/error-handler.ts'
import { healthRoutes } from './features/site/health/health.routes.ts'
import { limitChanges } from './http/guards/rate-limits.ts'
import { isPageAddress, routableAddress } from './http/page-address.ts'
import { SearchGuard } from './http/guards/search-guard.ts'
import { addJsonBodies } from './http/json-bodies.ts'
import { createUnroutedReply } from './http/replies/unrouted.ts'
import { answerVisitorsEarly } from './http/route.ts'
import { addSecurityHeaders, refuseCrossSiteChanges, securityHeaders, withoutOrigin } from './http/guards/security.ts'
import { addSessions } from './identity/sessions.ts'
import { connectionLimits, defaultTimeouts, limitBodyTime, type Timeouts } from './http/guards/slow-clients.ts'
import { noticeUnnamedProxy } from './http/guards/trusted-proxies.ts'
import { amongNetworks } from './http/networks.ts'
import { provideReadYourWrites } from './signals/read-your-writes.ts'
import { addWebApp } from './http/replies/web-app.ts'
import { requestLog, timeRequests } from './http/request-log.ts'
import { trackHandlers } from './http/running-handlers.ts'
import { compileOnFirstReply } from './http/replies/serializers.ts'

const API_BODY_MAX_BYTES = 256 * 1024

export interface AppOptions {
  log?: FastifyBaseLogger
  /** Whether to log every request, not only failed or slow ones. */
  accessLog?: boolean
  /** Duration in milliseconds from which a request counts as slow. Default: one second. */
  slowMs?: number | undefined
  timeouts?: Timeouts
  /** Delays sign-in attempts that may be guesses. */
  pause?: Pause
  /** State of a process that continues to answer for a while after the signal to stop. */
  draining?: Draining | undefined
}

/** Creates the web server, ready to listen. It serves as a table of contents, with one line per feature. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { pause = sleep, draining } = options
  const app = createServer(deps, options)
  const sendUnrouted = createUnroutedReply(app)
  const { sendPage } = await addWebApp(app, deps.config)
  const newAccountLimits = createNewAccountLimits(deps)
  const metadata = createShareMetadata(deps, newAccountLimits)
  const settings = createCurrentSettings(deps)
  const sitePages = createSitePages(deps, settings, app.log)
  const verification = createVerification(deps, settings)
  const pages = pageRoutes(app, deps, { metadata, sitePages, settings, sendPage })
  await embedRoutes(app, deps, { metadata, settings })
  sitemapRoutes(app, deps, sitePages)
  openSearchRoutes(app, deps, settings)
  manifestRoutes(app, settings)
  siteIconRoute(app, deps, settings)
  feedRoutes(app, deps, { metadata, settings })
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? pages.sendNotFound(reply) : sendUnrouted(request, reply),
  )

  addJsonBodies(app)
  healthRoutes(app, deps, draining)
  await docsRoutes(app, settings)
  objectPreflight(app)
  await app.register(async (signed) => uploadTarget(signed, deps))
  await app.register(async (signed) => resumableUploadTarget(signed, deps))
  await app.register(async (api) => {
    answerVisitorsEarly(api)
    await addSessions(api, { ...deps, publicUrl: deps.config.publicUrl })
    refuseCrossSiteChanges(api, deps.config)
    limitChanges(api, deps.limits)
    authRoutes(api, deps, { settings, pause })
    ownAccountRoutes(api, deps, { settings, verification, pause })
    profileRoutes(api, deps, { newAccountLimits, settings })
    clipRoutes(api, deps, { newAccountLimits, settings, verification })
    followRoutes(api, deps, newAccountLimits)
    muteAndBlockRoutes(api, deps)
    notificationRoutes(api, deps)
    uploadRoutes(api, deps)
    reportRoutes(api, deps)
    decisionRoutes(api, deps)
    batchRoutes(api, deps)
    appealRoutes(api, deps)
    roleRoutes(api, deps)
    adminRoutes(api, deps)
    registrationApprovalRoutes(api, deps)
    invitationRoutes(api, deps)
    siteSettingRoutes(api, deps, settings)
    publicLogRoutes(api, deps)
    euStatementRoutes(api, deps)
    caseRoutes(api, deps, (videoId) => findDispute(deps.db, videoId, deps.config.objectsUrl))
    takedownNoticeRoutes(api, deps)
    objectRoutes(api, deps)
    sitePageRoutes(api, sitePages)
  })
  return app
}

/** Registers the features of clips: publishing, finding and interacting. */
function clipRoutes(
  api: FastifyInstance,
  deps: Deps,
  parts: { newAccountLimits: NewAccountLimits; settings: CurrentSettings; verification: Verification },
): void {
  const muted = new MutedIdsCache(deps)
  const searches = new SearchGuard(deps)
  const lists = createVideoLists(deps, muted)
  videoRoutes(api, deps, lists)
  publishingRoutes(api, deps, lists, parts)
  searchRoutes(api, deps, { lists, muted, searches, settings: parts.settings })
  creatorRoutes(api, deps, searches)
  tagRoutes(api, deps, lists)
  trendingRoutes(api, deps, muted)
  similarRoutes(api, deps, lists)
  provenanceRoutes(api, deps, lists)
  duplicateRoutes(api, deps, lists)
  followingRoutes(api, deps, lists)
  risingRoutes(api, deps, lists)
  remixRoutes(api, deps, { lists, muted })
  likeRoutes(api, deps, lists)
  viewRoutes(api, deps)
  commentRoutes(api, deps, { ...parts, muted })
  pendingCommentRoutes(api, deps)
}

/** Registers the features of one's own account: settings, recovery, export and deletion. */
function ownAccountRoutes(
  api: FastifyInstance,
  deps: Deps,
  { settings, verification, pause }: { settings: CurrentSettings; verification: Verification; pause: Pause },
): void {
  accountRoutes(api, deps, verification.isDue)
  emailRoutes(api, deps, settings)
  passkeyRoutes(api, deps)
  recoveryRoutes(api, deps, { pause })
  exportRoutes(api, deps)
  deletionRoutes(api, deps)
}

/** Creates the server with the hooks that every request passes. */
function createServer(
  { config, signals, secret }: Deps,
  { log = createLogger(), accessLog = false, slowMs, timeouts = defaultTimeouts, draining }: AppOptions,
): FastifyInstance {
  const isTrusted = amongNetworks(config.trustedProxies)
  const app = fastify({
    ...requestLog(log, { isComplete: accessLog, slowMs }),
    // Fastify reads the chain of `X-Forwarded-For` from its end. The first address that is not trusted is the client's.
    trustProxy: isTrusted,
    bodyLimit: API_BODY_MAX_BYTES,
    ...connectionLimits(timeouts),
    ...earlyErrors(securityHeaders(config.publicUrl)),
    rewriteUrl: ({ url }) => routableAddress(withoutOrigin(url)),
    forceCloseConnections: 'idle',
    return503OnClosing: !draining,
    // Effectively no limit: Node limits the request line, and the schema of each route limits its parameters.
    routerOptions: { maxParamLength: maxHeaderSize },
    schemaController: { compilersFactory: { buildSerializer: compileOnFirstReply } },
  })

  timeRequests(app)
  trackHandlers(app)
  if (config.isOneOfMany) provideReadYourWrites(app, { signals, secret, publicUrl: config.publicUrl })
  handleErrors(app)
  noticeUnnamedProxy(app, isTrusted)
  addSecurityHeaders(app, config)
  limitBodyTime(app, { bodyMs: timeouts.bodyMs, largeBytes: API_BODY_MAX_BYTES })
  return app
}

/** Whether the client wants a page to display rather than data. */
function isPage({ method, url }: FastifyRequest): boolean {
  return /^(GET|HEAD)$/.test(method) && isPageAddress(url)
}
