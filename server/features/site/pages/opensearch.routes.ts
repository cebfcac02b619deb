import type { FastifyInstance } from 'fastify'
import type { SiteSettings } from '../../../../contract/site/settings.ts'
import type { Deps } from '../../../setup/deps.ts'
import { element, textElement, xmlDocument } from '../../../http/replies/xml.ts'
import { largeIcon } from '../settings/site-icon.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'

/** The specification's limit for `ShortName`. */
const SHORT_NAME_MAX_LENGTH = 16

/**
 * Serves the OpenSearch description, with which browsers search this site from their address bar.
 *
 * @see https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md
 */
export function openSearchRoutes(
  app: FastifyInstance,
  { config: { publicUrl } }: Pick<Deps, 'config'>,
  settings: CurrentSettings,
): void {
  app.get('/opensearch.xml', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/opensearchdescription+xml; charset=utf-8')
      .send(describeSearch(publicUrl, await settings.readLast())),
  )
}

function describeSearch(origin: string, { siteName, icon }: Pick<SiteSettings, 'siteName' | 'icon'>): string {
  const { path, type } = largeIcon(icon)
  const shortName = Array.from(siteName).slice(0, SHORT_NAME_MAX_LENGTH).join('').trim()
  return xmlDocument(
    element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
      textElement('ShortName', shortName),
      textElement('Description', `AI-generated videos on ${siteName}`),
      textElement('InputEncoding', 'UTF-8'),
      element('Image', { width: 512, height: 512, type }, origin + path),
      element('Url', { type: 'text/html', template: `${origin}/search?q={searchTerms}` }),
    ]),
  )
}
