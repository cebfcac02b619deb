import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { hostileTexts, longTexts } from '../hostile-texts.ts'
import { testApp } from '../test-app.ts'

const t = testApp()

/** The bytes of the lone surrogate U+D800, which valid UTF-8 cannot contain. */
const SURROGATE = '%ED%A0%80'

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const isTooLong = ({ length }: string) => length > 1_000 && length < 12_000

/** Segments that no param may hold. */
const malformed = ['%00', 'a%00b', '%ff', '%', '%zz', '%C3', SURROGATE, `a${SURROGATE}`, ...longTexts.filter(isTooLong)]
const strange = [...hostileTexts, ...longTexts.slice(0, -1)].map(encoded).filter(Boolean)

/**
 * Lists every GET route with params outside the API and the objects. The application knows them, so a new route needs
 * no line here.
 */
function pathsWithParams(app: FastifyInstance): string[] {
  const ancestors: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] = /^([│├└─\s]+)(\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (!segment) return []
      ancestors.length = indent.length / 4 - 1
      ancestors.push(segment)
      return methods.includes('GET') ? [ancestors.join('')] : []
    })
    .filter((path) => path.includes(':') && !path.startsWith('/api/') && !path.startsWith('/objects/'))
}

function faultsOf(reply: { statusCode: number; body: string }): string[] {
  const leak = /FST_|ZodError|node_modules| at .*:\d+|invalid byte sequence/.exec(reply.body)?.[0]
  return [...(reply.statusCode >= 500 ? [`status ${reply.statusCode}`] : []), ...(leak ? [`it says ${leak}`] : [])]
}

describe('pages, feeds and frames', () => {
  const fill = (path: string, value: string) => path.replaceAll(/:\w+/g, value)

  test('every route with a parameter is covered by this test', () => {
    const paths = pathsWithParams(t.app)
    expect(paths).toEqual(
      expect.arrayContaining(['/video/:id', '/tag/:tag', '/tag/:tag/', '/tag/:tag/feed.rss', '/embed/:id']),
    )
    expect(paths.length).toBeGreaterThan(20)
  })

  test('answer malformed params like an address that does not exist', async () => {
    for (const path of pathsWithParams(t.app)) {
      for (const value of malformed) {
        const reply = await t.visitor.get(fill(path, value))
        const type = String(reply.headers['content-type'])
        const isPage = !path.includes('/feed.')
        expect({
          path,
          value,
          status: reply.statusCode,
          faults: faultsOf(reply),
          isHtml: isPage && type.includes('html'),
        }).toEqual({ path, value, status: 404, faults: [], isHtml: isPage })
      }
    }
  })

  test('answer strange params without a failure', async () => {
    for (const path of pathsWithParams(t.app)) {
      for (const value of strange) {
        for (const url of [fill(path, value), `${fill(path, 'a')}?q=${value}`]) {
          expect({ url, faults: faultsOf(await t.visitor.get(url)) }).toEqual({ url, faults: [] })
        }
      }
    }
  })
})

test('oEmbed answers hostile queries without a failure', async () => {
  const queries = [...malformed, ...strange].flatMap((value) => [
    `url=${value}`,
    `url=${encoded('http://reverie.test/video/')}${value}`,
    `url=${encoded('http://reverie.test/embed/')}${value}&url=${value}`,
    `url=x&maxwidth=${value}`,
    `url=x&format=${value}`,
  ])
  for (const query of queries) {
    const reply = await t.visitor.get(`/oembed?${query}`)
    const faults = faultsOf(reply).filter((fault) => fault !== 'status 501')
    expect({ query, faults }).toEqual({ query, faults: [] })
  }
})
