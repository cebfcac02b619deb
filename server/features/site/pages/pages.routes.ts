import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { IdParams } from '../../../../contract/fields.ts'
import { iconAddress } from '../../../../contract/site/default-branding.ts'
import { TagParams, ToolParams } from '../../../../contract/discovery/tags.ts'
import { UsernameParams } from '../../../../contract/social/profiles.ts'
import type { Deps } from '../../../setup/deps.ts'
import { hasSessionCookie } from '../../../identity/sessions.ts'
import { pageRoute } from '../../../http/page-route.ts'
import type { SendPage } from '../../../http/replies/web-app.ts'
import { ignoreOutage } from '../../../db/outage.ts'
import { findPage, type Page } from './find-page.ts'
import { preloadPoster, writeHead } from './heads/page-head.ts'
import { profileHead } from './heads/profile-head.ts'
import type { ShareMetadata } from './share-metadata.ts'
import type { VideoMetadata } from './share-metadata.queries.ts'
import {
  pageNotFoundHead,
  screens,
  staffScreens,
  userNotFoundHead,
  videoNotFoundHead,
  siteMeta,
  sitePageHead,
} from './screens.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'
import type { SitePages } from '../static-pages/site-pages.ts'
import { sitePageNames } from '../../../../contract/site/static-pages.ts'
import { feedLinks, getTagPage, getToolPage } from './heads/topic-head.ts'
import { webSite } from './heads/structured-data.ts'
import { remixesHead, videoHead } from './heads/video-head.ts'

const NoParams = z.object({})

interface PageParts {
  metadata: ShareMetadata
  sitePages: SitePages
  settings: CurrentSettings
  sendPage: SendPage
}

/**
 * Serves the app's page at each of its paths. Its head describes the content for search engines and link previews. The
 * head contains only content that visitors may see, even for signed-in viewers. The page loads the rest.
 *
 * @returns `sendNotFound`, which serves the app's 404 screen at all other paths.
 */
export function pageRoutes(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  { metadata, sitePages, settings, sendPage }: PageParts,
): { sendNotFound(reply: FastifyReply): Promise<FastifyReply> } {
  const send = createSender(config, { sitePages, settings, sendPage })
  const page = createRegistrar(app, send)

  for (const [path, head] of Object.entries(screens)) page(path, NoParams, () => ({ status: 200, head }))

  for (const [path, head] of Object.entries(staffScreens)) {
    // A request without a session cookie comes from a visitor, who gets a 404. All other requests get the page, which
    // finds out who the viewer is.
    page(path, NoParams, (_params, request) =>
      hasSessionCookie(request) ? { status: 200, head } : { status: 404, head: pageNotFoundHead },
    )
  }

  page('/reports/:id', IdParams, () => ({ status: 200, head: { title: 'Your report' } }))

  page('/', NoParams, async () => {
    const poster = await metadata.findFirstPoster().catch(ignoreOutage)
    const { siteName } = await settings.readLast()
    const links = [...feedLinks('/', siteName), ...preloadPoster(poster, config)]
    return { status: 200, head: { path: '/', meta: siteMeta, links, data: webSite(siteName, config.publicUrl) } }
  })

  for (const name of sitePageNames) {
    page(`/${name}`, NoParams, async () => ({ status: 200, head: sitePageHead(name, await sitePages.get(name)) }))
  }

  for (const [path, headOf] of [
    ['/video/:id', videoHead],
    ['/video/:id/remixes', remixesHead],
  ] as const) {
    const describe = (video: VideoMetadata) => headOf(video, config)
    page(path, IdParams, ({ id }) => findPage(metadata.findVideo(id), describe, videoNotFoundHead), videoNotFoundHead)
  }

  page(
    '/profile/:username',
    UsernameParams,
    ({ username }) =>
      findPage(metadata.findPerson(username), (person) => profileHead(person, config), userNotFoundHead),
    userNotFoundHead,
  )

  page('/tag/:tag', TagParams, ({ tag }) => getTagPage(metadata, config, tag))
  page('/tool/:tool', ToolParams, ({ tool }) => getToolPage(metadata, config, tool))

  return { sendNotFound: (reply) => send(reply, { status: 404, head: pageNotFoundHead }) }
}

type Send = (reply: FastifyReply, page: Page) => Promise<FastifyReply>

/** Returns a function that sends the app's page with a head and the site's branding. */
function createSender(
  { publicUrl }: Deps['config'],
  { sitePages, settings, sendPage }: Omit<PageParts, 'metadata'>,
): Send {
  return async (reply, { status, head }) => {
    const [branding, hasContact] = await Promise.all([settings.readLast(), sitePages.hasContact()])
    return sendPage(reply, status, {
      head: writeHead(head, { publicUrl, branding, hasContact }),
      stage: head.stage,
      splash: branding.splashTagline,
      accent: branding.accentColour,
      icon: branding.icon ? iconAddress(branding.icon) : undefined,
    })
  }
}

/** Returns a function that registers a page, with and without a slash at the end of its path. */
function createRegistrar(app: FastifyInstance, send: Send) {
  /** @param notFound The head of a page whose parameters are malformed. */
  return <Params extends z.ZodMiniType>(
    path: string,
    params: Params,
    find: (params: z.output<Params>, request: FastifyRequest) => Promise<Page> | Page,
    notFound = pageNotFoundHead,
  ): void => {
    for (const each of path === '/' ? [path] : [path, `${path}/`]) {
      pageRoute(app, {
        path: each,
        params,
        handle: async (given, request, reply) => send(reply, await find(given, request)),
        handleMalformed: (reply) => send(reply, { status: 404, head: notFound }),
      })
    }
  }
}
