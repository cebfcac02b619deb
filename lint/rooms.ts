/**
 * The rooms of the house: each folder with code, and which others it may import from. One line a room, lower rooms
 * first: whoever is above may know whoever is below, never the other way round (`rooms.test.ts`). The contract is
 * everybody's. Tests, fixtures, `server/test`, `web/test`, `e2e`, `bench` and `scripts` may know everything.
 */

const serving = 'errors db db/replicas db/schema access concurrency http http/replies setup signals'

const server = {
  errors: '',
  concurrency: '',
  storage: 'errors',
  'storage/bucket/reading': 'errors storage',
  'storage/bucket': 'errors storage storage/bucket/reading',
  'storage/disk': 'errors storage',
  zip: '',
  confinement: 'errors',
  'data-dir': 'confinement errors',
  embedded: 'confinement data-dir errors storage/disk',
  'db/schema': '',
  db: 'errors db/schema',
  'db/prepare': 'errors db db/schema',
  'db/replicas': 'errors db db/schema db/prepare',
  access: 'errors db db/schema',
  jobs: 'errors db db/schema',
  signals: 'errors db db/schema db/replicas concurrency',
  identity: 'errors db db/schema access concurrency signals',
  'http/guards': 'errors db db/schema',
  'http/replies': 'http/guards identity',
  http: 'errors db db/schema access http/guards http/replies identity signals',

  // Files in, files out: knows no row and no feature
  media: '',
  'media/decode': 'media',
  'media/credentials': 'media',
  'media/inspect': 'media media/credentials media/decode',
  'media/captions': 'media media/decode',
  'media/encode': 'media media/decode',
  'media/stream': 'media media/captions media/decode media/encode',
  'media/engine/child':
    'concurrency confinement errors media media/credentials media/encode media/inspect media/stream',
  'media/engine': 'media media/credentials media/encode media/engine/child media/inspect media/stream',

  // Who signs what we make: certificate, key, signatures
  signing: 'errors media',

  setup:
    'errors db db/prepare db/replicas http/guards identity jobs media/credentials media/engine signals signing storage storage/bucket storage/bucket/reading storage/disk',
  objects: `${serving} http/guards media/stream storage storage/disk`,
  'objects/serving': `${serving} http/guards media/stream objects storage storage/disk`,

  // Features, those that others call first
  'features/log': serving,
  'features/roles': `${serving} features/log identity`,
  'features/site-settings': `${serving} features/log`,
  'features/joining': `${serving} features/log`,
  'features/newcomers': `${serving} http/guards`,
  'features/users': `${serving} features/newcomers objects`,
  'features/email': `${serving} features/account features/letters features/site-settings features/users identity`,
  'features/cases': `${serving} features/log media/stream objects`,
  'features/letters': `${serving} identity jobs`,
  'features/account': `${serving} features/letters identity`,
  'features/passkeys': `${serving} features/account features/log identity`,
  'features/notices': `${serving} features/cases`,
  'features/notifications': `${serving} http/guards identity jobs media/stream objects`,
  'features/follows': `${serving} features/newcomers features/notifications features/users objects`,
  'features/relations': `${serving} features/follows features/notifications features/users`,
  'features/uploads': `${serving} objects storage`,
  'features/auth': `${serving} features/account features/letters features/passkeys features/site-settings features/users http/guards identity`,
  'features/recovery': `${serving} features/account features/auth features/letters features/log features/users identity`,
  'features/avatars': `${serving} features/uploads features/users media/engine objects`,
  'features/reposts': `${serving} features/cases features/log features/notifications jobs media/encode media/engine media/stream objects storage`,
  'features/sidecars': `${serving} jobs media media/engine media/stream objects signing storage`,
  'features/renditions': `${serving} features/sidecars jobs media/encode media/engine media/stream objects`,
  'features/credentials': `${serving} features/sidecars jobs media/credentials media/engine objects storage`,
  'features/lineage': `${serving} features/notifications`,
  'features/videos/reading': `${serving} features/credentials features/lineage features/relations http/guards identity media/stream objects`,
  'features/videos': `${serving} features/cases features/credentials features/email features/lineage features/newcomers features/notifications features/relations features/renditions features/reposts features/uploads features/users features/videos/reading media/engine media/stream objects`,
  'features/tags': `${serving} features/relations features/videos features/videos/reading`,
  'features/provenance': `${serving} features/credentials features/videos features/videos/reading media/credentials media/engine objects`,
  'features/search/indexing': serving,
  'features/search': `features/search/indexing ${serving} features/relations features/videos features/videos/reading objects`,
  'features/rising': `${serving} features/relations features/videos features/videos/reading`,
  'features/similar': `${serving} features/relations features/search/indexing features/videos features/videos/reading`,
  'features/remixes': `${serving} features/lineage features/relations features/videos features/videos/reading media/stream objects`,
  'features/following': `${serving} features/videos features/videos/reading`,
  'features/likes': `${serving} features/notifications features/users features/videos features/videos/reading`,
  'features/comments/holding': 'db features/newcomers',
  'features/comments': `${serving} features/cases features/comments/holding features/email features/newcomers features/notifications features/relations features/videos features/videos/reading objects`,
  'features/measures': `${serving} features/cases features/comments features/lineage features/log features/videos features/videos/reading identity objects`,
  'features/decisions': `${serving} features/cases features/log features/measures http/guards`,
  'features/appeals': `${serving} features/cases features/log features/measures`,
  'features/held-comments': `${serving} features/cases features/comments features/decisions features/log features/measures features/notifications features/videos features/videos/reading`,
  'features/deletion': `${serving} features/account features/cases features/comments features/follows features/likes features/measures features/notifications features/relations features/roles features/users features/videos features/videos/reading identity jobs objects`,
  'features/views': `${serving} features/videos features/videos/reading http/guards`,
  'features/reports': `${serving} features/cases features/videos features/videos/reading media/engine storage`,
  'features/export': `${serving} features/appeals features/reports identity objects storage zip`,
  'features/erasing': `${serving} features/cases features/decisions features/log features/measures features/videos features/videos/reading objects`,
  'features/creators': `${serving} objects`,
  'features/site-pages': serving,
  'features/pages': `${serving} features/tags features/newcomers features/site-pages identity media/encode media/stream objects`,
  'features/feeds': `${serving} features/pages media/encode media/stream objects`,
  'features/embed': `${serving} features/pages http/guards media/decode media/encode media/stream objects`,
  'features/docs': serving,
  'features/backup': `db/prepare ${serving} data-dir jobs storage storage/disk`,
  'features/doctor': `${serving} features/follows features/log features/measures features/videos features/videos/reading objects storage`,
  'features/demo': `${serving} features/avatars features/deletion features/users features/videos features/videos/reading objects`,
  'features/admin': `${serving} features/decisions features/demo features/letters features/log features/renditions features/roles jobs storage`,
}

const screens = 'format net page passkeys ui ui/dialogs ui/forms viewer viewer/sign-in viewer/step-up'

const web = {
  format: '',
  page: '',
  ui: 'page',
  'ui/forms': 'ui',
  'ui/dialogs': 'page ui',
  net: 'page ui',
  passkeys: 'net page',
  viewer: 'net page passkeys ui ui/dialogs',
  'viewer/sign-in': 'net page ui viewer',
  'viewer/step-up': 'net page passkeys ui ui/dialogs ui/forms viewer',

  // The data of clips and people, the player, the wall: they know no screen
  videos: 'net page',
  people: 'net videos viewer',
  'player/captions': 'page ui',
  'player/controls': 'format player/captions ui',
  'player/sources': '',
  player: 'page player/controls player/sources',
  'wall/playing': 'page',
  wall: 'page videos',
  ticker: 'page',

  // Screens and acts, those that others show first
  'features/video-info': `${screens} videos`,
  'features/lineage': `${screens} features/creators features/video-info videos`,
  'features/likes': `${screens} videos`,
  'features/reports': `${screens} videos`,
  'features/creators': `${screens} people`,
  'features/relations': `${screens} people videos`,
  'features/moderation/decide': screens,
  'features/moderation/case': `${screens} features/moderation/decide`,
  'features/moderation/desks': `${screens} features/moderation/case features/moderation/decide`,
  'features/moderation': `${screens} features/moderation/case features/moderation/decide features/moderation/desks`,
  'features/comments': `${screens} features/likes features/moderation/decide features/relations features/reports videos`,
  'features/notifications': screens,
  'features/follows': `${screens} features/creators people`,
  'features/swipe': `${screens} features/comments features/follows features/likes features/video-info player player/sources videos`,
  'features/reposts': screens,
  'features/upload/sending/tus': screens,
  'features/upload/sending': `${screens} features/upload/sending/tus`,
  'features/upload/form': `${screens} features/lineage`,
  'features/upload/says': `${screens} features/upload/form`,
  'features/upload/file': `${screens} features/upload/says features/upload/sending features/upload/sending/tus`,
  'features/upload/queue': `${screens} features/upload/file features/upload/form features/upload/sending features/upload/sending/tus features/video-info videos`,
  'features/upload': `${screens} features/lineage features/reposts features/upload/file features/upload/form features/upload/queue features/upload/says features/upload/sending features/upload/sending/tus videos wall`,
  'features/provenance': `${screens} features/video-info`,
  'features/similar': `${screens} features/creators features/video-info videos`,
  'features/video': `${screens} features/comments features/creators features/follows features/likes features/lineage features/moderation/decide features/provenance features/relations features/reports features/reposts features/similar features/upload/form features/video-info player player/sources videos`,
  'features/cards': `${screens} features/comments features/creators features/likes features/reports features/swipe features/video features/video-info videos wall wall/playing`,
  'features/tags': `${screens} features/cards videos`,
  'features/feed': `${screens} features/cards videos wall wall/playing`,
  'features/profile/edit': `${screens} people`,
  'features/profile': `${screens} features/cards features/creators features/follows features/moderation/decide features/profile/edit features/relations features/reports people videos wall`,
  'features/search': `${screens} features/cards wall`,
  'features/auth': `${screens} features/follows features/likes people videos`,
  'features/recovery': `${screens} features/auth`,
  'features/admin/people': screens,
  'features/admin': `${screens} features/admin/people`,
  'features/about': screens,
  'features/log': screens,
  'features/notice': screens,
  'features/settings/standing': screens,
  'features/settings/sign-in': screens,
  'features/settings/sign-in/passkeys': `${screens} features/settings/sign-in`,
  'features/settings/email': screens,
  'features/settings/data': screens,
  'features/settings/muted': `${screens} features/creators features/relations`,
  'features/settings': `${screens} features/settings/data features/settings/email features/settings/muted features/settings/sign-in features/settings/sign-in/passkeys features/settings/standing`,
  'features/site-pages': screens,
  'features/embed': 'player/controls player/sources',
  shell: `${screens} features/notifications features/profile/edit features/search features/settings/data features/settings/sign-in features/settings/standing features/upload/queue people ticker`,
}

const contract = [
  'contract',
  'contract/account',
  'contract/admin',
  'contract/finding',
  'contract/fingerprints',
  'contract/metadata',
  'contract/moderation',
  'contract/social',
  'contract/metadata/containers',
  'contract/statements',
  'contract/videos',
]

/** Each room, by its path, and those that it may know. */
export const rooms: Record<string, readonly string[]> = {
  contract: [],
  'contract/account': ['contract'],
  'contract/admin': ['contract'],
  'contract/finding': ['contract', 'contract/videos'],
  'contract/fingerprints': ['contract'],
  'contract/metadata': ['contract'],
  'contract/metadata/containers': ['contract', 'contract/metadata'],
  'contract/moderation': ['contract', 'contract/social', 'contract/videos'],
  'contract/social': ['contract', 'contract/videos'],
  'contract/statements': ['contract', 'contract/metadata'],
  'contract/videos': ['contract'],
  ...withPaths('server', server),
  ...withPaths('web', web),
}

function withPaths(top: string, lines: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(lines).map(([room, known]) => [
      `${top}/${room}`,
      [
        ...contract,
        ...known
          .split(' ')
          .filter(Boolean)
          .map((name) => `${top}/${name}`),
      ],
    ]),
  )
}

/** What lies at the top of the server or of the page knows every room of it, and nobody knows that. */
const tops = ['server', 'web']

/** What may know everything. */
const outside = /\.(test|suite|fixture)\.\w+$|^(server|web)\/test\/|^(e2e|bench|scripts|lint)\//

/** @returns Why one file may not import another, both by their paths in the project; `undefined` if it may. */
export function refusal(importer: string, imported: string): string | undefined {
  if (outside.test(importer)) return undefined
  const [from, to] = [folderOf(importer), folderOf(imported)]
  if (from === to) return undefined
  const isKnown = tops.includes(from) ? to.startsWith(`${from}/`) || to === 'contract' : rooms[from]?.includes(to)
  return isKnown && !outside.test(imported) ? undefined : `'${from}' may not know '${to}': see lint/rooms.ts.`
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}
