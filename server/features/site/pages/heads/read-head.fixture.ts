import { unescape } from '../../../discovery/rss/read-xml.fixture.ts'

/** Returns the status of a page, and the contents of its head by name. */
export function readHead({ statusCode: status, body }: { statusCode: number; body: string }) {
  const head = body.slice(0, body.indexOf('</head>'))
  const meta = new Map(
    [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)].map(([, key = '', value = '']) => [
      key,
      unescape(value),
    ]),
  )
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1]
  return {
    status,
    body,
    title: unescape(/<title>(.*?)<\/title>/.exec(head)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(head)?.[1],
    oembed: /type="application\/json\+oembed" href="([^"]+)"/.exec(head)?.[1],
    feeds: Array.from(head.matchAll(/ href="([^"]+feed\.\w+)"/g), ([, href]) => href),
    meta,
    data: json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>),
  }
}
