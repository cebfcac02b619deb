import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../http/replies/html.ts'
import type { Deps } from '../../../setup/deps.ts'
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
      .send(describeSearch(escapeHtml(publicUrl), (await settings.readLast()).siteName)),
  )
}

function describeSearch(origin: string, siteName: string): string {
  const shortName = Array.from(siteName).slice(0, SHORT_NAME_MAX_LENGTH).join('').trim()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeHtml(shortName)}</ShortName>`,
    `<Description>AI-generated videos on ${escapeHtml(siteName)}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    `<Image width="192" height="192" type="image/png">${origin}/icon-192.png</Image>`,
    `<Url type="text/html" template="${origin}/search?q={searchTerms}" />`,
    '</OpenSearchDescription>\n',
  ].join('\n')
}
