import type { SitePageName } from '../../../../contract/site/static-pages.ts'
import type { RenderedPage } from '../static-pages/render-markdown.ts'
import { excerpt, type PageHead } from './page-head.ts'
import { site } from './screens.ts'

/** Returns the head of an operator's page. */
export function sitePageHead(name: SitePageName, { title, summary }: RenderedPage): PageHead {
  return { title: excerpt(title, 100), description: excerpt(summary || title), path: `/${name}`, meta: site }
}
