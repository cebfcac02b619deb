import { fastify, LogController, type FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { creatorRoutes } from './features/creators/creators.routes.ts'
import { followRoutes } from './features/follows/follows.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { objectRoutes } from './features/uploads/objects.routes.ts'
import { uploadRoutes, uploadTarget } from './features/uploads/uploads.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { videoRoutes } from './features/videos/videos.routes.ts'
import { viewRoutes } from './features/views/views.routes.ts'
import { handleErrors, notFound, sendError } from './http/error-handler.ts'
import { healthRoutes } from './http/health.ts'
import { limitChanges } from './http/rate-limits.ts'
import { addJsonBodies } from './http/json-bodies.ts'
import { answerVisitorsEarly } from './http/route.ts'
import { addSecurityHeaders, refuseCrossSiteChanges } from './http/security.ts'
import { addSessions } from './http/sessions.ts'
import { addWebApp } from './http/web-app.ts'

const API_BODY_MAX_BYTES = 256 * 1024

/** The whole web server, ready to listen. The table of contents: one line a feature. */
export async function buildApp(
  deps: Deps,
  { logLevel = 'warn' }: { logLevel?: string } = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // Only a proxy on this machine or its private network is believed about who calls, and whether over https.
    trustProxy: ['loopback', 'linklocal', 'uniquelocal'],
    bodyLimit: API_BODY_MAX_BYTES,
    // Headers and JSON bodies come at once; only uploads may take their time, and set their own limit.
    connectionTimeout: 60_000,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  })
  app.server.headersTimeout = 20_000

  handleErrors(app)
  await addSecurityHeaders(app, deps.config)
  const { sendPage } = await addWebApp(app)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|objects|assets)(\/|$)/.test(path)
    return isPage ? sendPage(reply, path) : sendError(reply, notFound(request))
  })

  healthRoutes(app, deps)
  await app.register(async (signed) => uploadTarget(signed, deps))
  await app.register(async (api) => {
    addJsonBodies(api)
    answerVisitorsEarly(api)
    await addSessions(api, { ...deps, publicUrl: deps.config.publicUrl })
    refuseCrossSiteChanges(api)
    limitChanges(api, deps.limits)
    authRoutes(api, deps)
    userRoutes(api, deps)
    videoRoutes(api, deps)
    likeRoutes(api, deps)
    viewRoutes(api, deps)
    followRoutes(api, deps)
    creatorRoutes(api, deps)
    uploadRoutes(api, deps)
    objectRoutes(api, deps)
  })
  return app
}
