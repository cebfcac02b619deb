import { setTimeout as sleep } from 'node:timers/promises'
import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Deps } from './setup/deps.ts'
import { createLogger } from './setup/logger.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { appealRoutes } from './features/appeals/appeals.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import type { Pause } from './features/auth/sign-in-limits.ts'
import { avatarRoutes } from './features/avatars/avatars.routes.ts'
import { caseRoutes } from './features/cases/cases.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { creatorRoutes } from './features/creators/creators.routes.ts'
import { decisionRoutes } from './features/decisions/decisions.routes.ts'
import { deletionRoutes } from './features/deletion/deletion.routes.ts'
import { docsRoutes } from './features/docs/docs.routes.ts'
import { emailRoutes } from './features/email/email.routes.ts'
import { createVerification, type Verification } from './features/email/require-verified.ts'
import { embedRoutes } from './features/embed/embed.routes.ts'
import { erasingRoutes } from './features/erasing/erasing.routes.ts'
import { exportRoutes } from './features/export/export.routes.ts'
import { followingRoutes } from './features/following/following.routes.ts'
import { feedRoutes } from './features/feeds/feeds.routes.ts'
import { followRoutes } from './features/follows/follows.routes.ts'
import { heldCommentRoutes } from './features/held-comments/held-comments.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { joiningRoutes } from './features/joining/joining.routes.ts'
import { logRoutes } from './features/log/log.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { createNewcomers, type Newcomers } from './features/newcomers/newcomers.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { pageRoutes } from './features/pages/pages.routes.ts'
import { createShareMetadata } from './features/pages/share-metadata.ts'
import { openSearchRoutes } from './features/pages/opensearch.routes.ts'
import { sitemapRoutes } from './features/pages/sitemap.routes.ts'
import { MutedPeople } from './features/relations/muted-people.ts'
import { provenanceRoutes } from './features/provenance/provenance.routes.ts'
import { recoveryRoutes } from './features/recovery/recovery.routes.ts'
import { relationRoutes } from './features/relations/relations.routes.ts'
import { remixRoutes } from './features/remixes/remixes.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { findDispute } from './features/reposts/first-here.ts'
import { repostRoutes } from './features/reposts/reposts.routes.ts'
import { risingRoutes } from './features/rising/rising.routes.ts'
import { roleRoutes } from './features/roles/roles.routes.ts'
import { objectPreflight, objectRoutes } from './objects/serving/objects.routes.ts'
import { resumableUploadTarget } from './features/uploads/resumable-uploads.routes.ts'
import { uploadRoutes, uploadTarget } from './features/uploads/uploads.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { type CurrentSettings, keepSiteSettings } from './features/site-settings/site-settings.ts'
import { similarRoutes } from './features/similar/similar.routes.ts'
import { siteSettingRoutes } from './features/site-settings/site-settings.routes.ts'
import { createSitePages } from './features/site-pages/site-pages.ts'
import { sitePageRoutes } from './features/site-pages/site-pages.routes.ts'
import { tagRoutes } from './features/tags/tags.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { createVideoLists } from './features/videos/reading/video-lists.ts'
import { videoRoutes } from './features/videos/videos.routes.ts'
import { viewRoutes } from './features/views/views.routes.ts'
import type { Draining } from './http/draining.ts'
import { earlyErrors } from './http/early-errors.ts'
import { handleErrors, notFound, sendError } from './http/error-handler.ts'
import { healthRoutes } from './features/doctor/health.ts'
import { limitChanges } from './http/guards/rate-limits.ts'
import { addJsonBodies } from './http/json-bodies.ts'
import { answerVisitorsEarly } from './http/route.ts'
import { addSecurityHeaders, refuseCrossSiteChanges, securityHeaders, withoutOrigin } from './http/guards/security.ts'
import { addSessions } from './identity/sessions.ts'
import { connectionLimits, defaultTimeouts, limitBodyTime, type Timeouts } from './http/guards/slow-clients.ts'
import { amongNetworks, noticeUnnamedProxy } from './http/guards/trusted-proxies.ts'
import { showOwnChanges } from './signals/own-changes.ts'
import { addWebApp } from './http/replies/web-app.ts'
import { requestLog, timeRequests } from './http/request-log.ts'
import { compileOnFirstReply } from './http/replies/serializers.ts'

const API_BODY_MAX_BYTES = 256 * 1024
/** As it stands in the address: of a tag's 50 characters, each may become 18 by its key, and those 6 each as bytes. */
const PARAM_MAX_LENGTH = 50 * 18 * 6

export interface AppOptions {
  log?: FastifyBaseLogger
  /** A line for every request, and not only for those that fail or are slow. */
  accessLog?: boolean
  /** From when on a request counts as slow; a second unless told. */
  slowMs?: number | undefined
  timeouts?: Timeouts
  /** Waits before a sign-in that may be guessing. */
  pause?: Pause
  /** Of a process that goes on answering for a while once it is told to stop. */
  draining?: Draining | undefined
}

/** The whole web server, ready to listen. The table of contents: one line a feature. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { pause = sleep, draining } = options
  const app = createServer(deps, options)
  const { sendPage } = await addWebApp(app, deps.config)
  const newcomers = createNewcomers(deps)
  const metadata = createShareMetadata(deps, newcomers)
  const sitePages = createSitePages(deps, app.log)
  const settings = keepSiteSettings(deps)
  const verification = createVerification(deps, settings)
  const pages = pageRoutes(app, deps, { metadata, sitePages, sendPage })
  await embedRoutes(app, deps, metadata)
  sitemapRoutes(app, deps)
  openSearchRoutes(app, deps)
  feedRoutes(app, deps, metadata)
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? pages.sendNotFound(reply) : sendError(reply, notFound(request)),
  )

  healthRoutes(app, deps, draining)
  await docsRoutes(app)
  objectPreflight(app)
  await app.register(async (signed) => uploadTarget(signed, deps))
  await app.register(async (signed) => resumableUploadTarget(signed, deps))
  await app.register(async (api) => {
    addJsonBodies(api)
    answerVisitorsEarly(api)
    await addSessions(api, { ...deps, publicUrl: deps.config.publicUrl })
    refuseCrossSiteChanges(api, deps.config)
    limitChanges(api, deps.limits)
    authRoutes(api, deps, { settings, pause })
    ownAccountRoutes(api, deps, { verification, pause })
    userRoutes(api, deps, newcomers)
    clipRoutes(api, deps, { newcomers, settings, verification })
    followRoutes(api, deps, newcomers)
    relationRoutes(api, deps)
    notificationRoutes(api, deps)
    creatorRoutes(api, deps)
    uploadRoutes(api, deps)
    avatarRoutes(api, deps)
    reportRoutes(api, deps)
    decisionRoutes(api, deps)
    appealRoutes(api, deps)
    roleRoutes(api, deps)
    adminRoutes(api, deps)
    joiningRoutes(api, deps)
    siteSettingRoutes(api, deps, settings)
    logRoutes(api, deps)
    caseRoutes(api, deps, (videoId) => findDispute(deps.db, videoId, deps.config.objectsUrl))
    erasingRoutes(api, deps)
    noticeRoutes(api, deps)
    objectRoutes(api, deps)
    sitePageRoutes(api, sitePages)
  })
  return app
}

/** Clips: how they are published, found and answered to. */
function clipRoutes(
  api: FastifyInstance,
  deps: Deps,
  parts: { newcomers: Newcomers; settings: CurrentSettings; verification: Verification },
): void {
  const muted = new MutedPeople(deps)
  const lists = createVideoLists(deps)
  videoRoutes(api, deps, { ...parts, lists, muted })
  searchRoutes(api, deps, { lists, muted })
  tagRoutes(api, deps, { lists, muted })
  similarRoutes(api, deps, { lists, muted })
  provenanceRoutes(api, deps, lists)
  repostRoutes(api, deps, lists)
  followingRoutes(api, deps, lists)
  risingRoutes(api, deps, { lists, muted })
  remixRoutes(api, deps, { lists, muted })
  likeRoutes(api, deps)
  viewRoutes(api, deps)
  commentRoutes(api, deps, { ...parts, muted })
  heldCommentRoutes(api, deps)
}

/** How somebody's own account is kept, how they come back to it, take everything along and leave. */
function ownAccountRoutes(
  api: FastifyInstance,
  deps: Deps,
  { verification, pause }: { verification: Verification; pause: Pause },
): void {
  accountRoutes(api, deps, verification.isDue)
  emailRoutes(api, deps)
  passkeyRoutes(api, deps)
  recoveryRoutes(api, deps, { pause })
  exportRoutes(api, deps)
  deletionRoutes(api, deps)
}

/** What every request passes, whatever it asks for. */
function createServer(
  { config, signals, secret }: Deps,
  { log = createLogger(), accessLog = false, slowMs, timeouts = defaultTimeouts, draining }: AppOptions,
): FastifyInstance {
  const isTrusted = amongNetworks(config.trustedProxies)
  const app = fastify({
    ...requestLog(log, { isComplete: accessLog, slowMs }),
    trustProxy: isTrusted,
    bodyLimit: API_BODY_MAX_BYTES,
    ...connectionLimits(timeouts),
    ...earlyErrors(securityHeaders(config.publicUrl)),
    rewriteUrl: ({ url }) => withoutOrigin(url),
    forceCloseConnections: 'idle',
    return503OnClosing: !draining,
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    schemaController: { compilersFactory: { buildSerializer: compileOnFirstReply } },
  })

  timeRequests(app)
  if (config.isOneOfMany) showOwnChanges(app, { signals, secret, publicUrl: config.publicUrl })
  handleErrors(app)
  noticeUnnamedProxy(app, isTrusted)
  addSecurityHeaders(app, config)
  limitBodyTime(app, { bodyMs: timeouts.bodyMs, largeBytes: API_BODY_MAX_BYTES })
  return app
}

/** Whether a person asks for something to look at, not a program for data. */
function isPage({ method, url }: FastifyRequest): boolean {
  return /^(GET|HEAD)$/.test(method) && !/^\/(api|objects|assets)(\/|$)/.test(url.split('?')[0] ?? '/')
}
