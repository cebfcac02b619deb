import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../setup/deps.ts'
import { hasSessionCookie } from '../../../identity/sessions.ts'
import type { SendPage } from '../../../http/replies/web-app.ts'
import { found, type Page, unlessAway } from './found-page.ts'
import { preloadPoster, SITE_NAME, writeHead } from './page-head.ts'
import { profileHead } from './profile-head.ts'
import type { ShareMetadata } from './share-metadata.ts'
import {
  pageNotFoundHead,
  reportHead,
  screens,
  staffScreens,
  userNotFoundHead,
  videoNotFoundHead,
  wallHead,
} from './screens.ts'
import type { SitePages } from '../static-pages/site-pages.ts'
import { sitePageNames } from '../../../../contract/site/static-pages.ts'
import { sitePageHead } from './site-page-head.ts'
import { feedLinks } from './topic-head.ts'
import { topicPages } from './topic-pages.ts'
import { webSite } from './structured-data.ts'
import { remixesHead, videoHead } from './video-head.ts'

/**
 * The app's page at each of its addresses, with a head that says what is to be seen there: links are shown with it in
 * chat programs and search engines. It tells what any visitor may see, whoever asks; the page itself asks again.
 *
 * @returns `sendNotFound`, for any other address: the app's 404 screen.
 */
export function pageRoutes(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  { metadata, sitePages, sendPage }: { metadata: ShareMetadata; sitePages: SitePages; sendPage: SendPage },
): { sendNotFound(reply: FastifyReply): FastifyReply } {
  const { publicUrl } = config
  const send = (reply: FastifyReply, { status, head }: Page) => sendPage(reply, status, writeHead(head, publicUrl))

  type Find = (params: Record<string, string>, request: FastifyRequest) => Promise<Page> | Page

  function page(path: string, find: Find): void {
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      send(reply, await find(request.params as Record<string, string>, request))
    app.get(path, handler)
    if (path !== '/') app.get(`${path}/`, handler)
  }

  for (const [path, head] of Object.entries(screens)) page(path, () => ({ status: 200, head }))

  for (const [path, head] of Object.entries(staffScreens)) {
    // Who somebody is, the page asks; whoever has no session at all is nobody.
    page(path, (_params, request) =>
      hasSessionCookie(request) ? { status: 200, head } : { status: 404, head: pageNotFoundHead },
    )
  }

  page('/reports/:id', () => ({ status: 200, head: reportHead }))

  page('/', async () => {
    const poster = await metadata.findFirstPoster().catch(unlessAway)
    const data = webSite(SITE_NAME, publicUrl)
    return {
      status: 200,
      head: { ...wallHead, links: [...feedLinks('/', SITE_NAME), ...preloadPoster(poster, config)], data },
    }
  })

  for (const name of sitePageNames) {
    page(`/${name}`, async () => ({ status: 200, head: sitePageHead(name, await sitePages.find(name)) }))
  }

  page('/video/:id', ({ id = '' }) =>
    found(metadata.findVideo(id), (video) => videoHead(video, config), videoNotFoundHead),
  )

  page('/video/:id/remixes', ({ id = '' }) =>
    found(metadata.findVideo(id), (video) => remixesHead(video, config), videoNotFoundHead),
  )

  page('/profile/:username', ({ username = '' }) =>
    found(metadata.findPerson(username), (person) => profileHead(person, config), userNotFoundHead),
  )

  for (const [path, find] of topicPages(metadata, config)) page(path, find)

  return { sendNotFound: (reply) => send(reply, { status: 404, head: pageNotFoundHead }) }
}
