import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'

/** Pages written by the operator: the last segment of each page's address, and the text of links to the page. */
export const sitePages = { privacy: 'Privacy', terms: 'Terms', contact: 'Contact' } as const
export type SitePageName = keyof typeof sitePages
export const sitePageNames = Object.keys(sitePages) as [SitePageName, ...SitePageName[]]

/** `html` is safe to show: the operator's Markdown, rendered, without its title. */
export const SitePage = z.object({ title: z.string(), html: z.string() })
export type SitePage = z.output<typeof SitePage>

export const getSitePage = endpoint({
  method: 'GET',
  path: '/api/site-pages/:name',
  access: 'anyone',
  summary: 'A page of the operator: privacy, terms or contact.',
  params: z.object({ name: z.enum(sitePageNames, 'This page doesn’t exist') }),
  response: SitePage,
  otherReplies: revalidated,
})
