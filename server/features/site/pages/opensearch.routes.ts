import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../http/replies/html.ts'
import type { Deps } from '../../../setup/deps.ts'
import { SITE_NAME } from './page-head.ts'

/**
 * Serves the OpenSearch description, with which browsers search this site from their address bar.
 *
 * @see https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md
 */
export function openSearchRoutes(app: FastifyInstance, { config: { publicUrl } }: Pick<Deps, 'config'>): void {
  const origin = escapeHtml(publicUrl)
  const description = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${SITE_NAME}</ShortName>`,
    `<Description>AI-generated videos on ${SITE_NAME}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    `<Image width="192" height="192" type="image/png">${origin}/icon-192.png</Image>`,
    `<Url type="text/html" template="${origin}/search?q={searchTerms}" />`,
    '</OpenSearchDescription>\n',
  ].join('\n')

  app.get('/opensearch.xml', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/opensearchdescription+xml; charset=utf-8')
      .send(description),
  )
}
