import type { FastifyInstance } from 'fastify'
import { getSitePage } from '../../../../contract/site/static-pages.ts'
import { route } from '../../../http/route.ts'
import type { SitePages } from './site-pages.ts'

export function sitePageRoutes(app: FastifyInstance, pages: SitePages): void {
  route(app, getSitePage, async ({ params }) => (await pages.get(params.name)).json)
}
