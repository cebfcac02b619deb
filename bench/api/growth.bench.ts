// The cost of growth: the same requests against two sites, one with ten times the videos. The times of the smaller site
// are the limits for the larger one. Both sites run at once and take turns. `--full` compares ten million videos with a
// million. Filling them takes an hour; `--keep=FOLDER` keeps the databases (35 GB) for the next run.
import { startSeededProduct, type SeededProduct } from '../seeded-product.ts'
import { httpRequest, type LoadResult } from '../support/load/load.ts'
import { isFull, option } from '../support/options.ts'
import { report, type Row } from '../support/report.ts'
import { requests, signedIn } from '../support/load/requests.ts'
import { CONNECTIONS, load, median, rounds } from '../support/rounds.ts'
import { full, huge, small } from '../support/seed.ts'
import { drawSearches, tag, word } from '../support/seed-words.ts'

const SEARCH_CLIENTS = 2
const SEARCH_ROUND_MS = 6_000

const searches = drawSearches(2_000).map((q) => httpRequest('GET', `/api/search?q=${encodeURIComponent(q)}`))
const lists = ['/api/videos/rising', `/api/tags/${tag(0)}/videos`, `/api/tags/${tag(5_000)}/videos`, '/feed.rss']

const measured: Record<string, (site: SeededProduct) => string[]> = {
  'signed-in feed': requests.feed,
  'visitors’ feed': requests.visitorsFeed,
  'a page of the feed at a random depth': requests.deepPages,
  'one video': requests.videos,
  '20 comments': requests.comments,
  'following, first page': ({ cookies }) =>
    cookies.map((cookie) => httpRequest('GET', '/api/videos/following', { cookie })),
  'rising, a common tag, a rare tag, RSS': () => lists.map((path) => httpRequest('GET', path)),
  'views of one video': requests.viewsOfOne,
  'like and unlike': requests.likes,
  'a comment': (site) =>
    site.videoIds.map((id, i) =>
      signedIn(site, i, 'POST', `/api/videos/${id}/comments`, { text: `Kind, number ${i}` }),
    ),
  suggestions: () => searches.map((_, i) => httpRequest('GET', `/api/search/suggestions?q=${word(i * 7).slice(0, 3)}`)),
  'searches of one to four words': () => searches,
}

const [size, tenth] = isFull ? [huge, full] : [small, { ...small, videos: small.videos / 10 }]
const limitName = `${tenth.videos.toLocaleString('en')} videos`
const rows: Row[] = []
{
  await using large = await startSeededProduct(size, option('keep'))
  await using normal = await startSeededProduct(tenth, option('keep'))
  for (const [name, build] of Object.entries(measured)) {
    const [ofLarge, ofNormal] = [build(large), build(normal)]
    const pairs = await rounds(
      async () => [await run(large, name, ofLarge), await run(normal, name, ofNormal)] as const,
    )
    for (const figure of ['p50', 'p99'] as const) {
      const [ms, limit] = [0, 1].map((i) => median(pairs.map((pair) => pair[i]![figure])))
      rows.push({
        name: `${name}, ${figure}`,
        figure: ms!,
        unit: 'ms',
        limit: { name: limitName, figure: limit! },
        atMostOfLimit: 1.2,
      })
    }
  }
}
report(rows)

function run({ port }: SeededProduct, name: string, asked: string[]): Promise<LoadResult> {
  if (name.startsWith('searches')) return load(port, asked, SEARCH_CLIENTS, SEARCH_ROUND_MS)
  return load(port, asked, name === 'suggestions' ? SEARCH_CLIENTS : CONNECTIONS)
}
