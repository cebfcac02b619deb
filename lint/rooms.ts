/**
 * The rooms of the house: each folder with code, and what it may import from besides itself. One line a room, lower
 * rooms first; whoever is above may know whoever is below, never the other way round (`rooms.test.ts`). Tests, fixtures,
 * `server/test`, `e2e`, `bench` and `scripts` may know everything.
 */

const ground = ['contract', 'server/errors', 'server/db']
const serving = [
  ...ground,
  'server/access',
  'server/concurrency',
  'server/http',
  'server/http/replies',
  'server/setup',
  'server/signals',
]
const screens = ['contract', 'web/format', 'web/net', 'web/page', 'web/ui', 'web/viewer']

export const rooms: Record<string, readonly string[]> = {
  contract: [],
  'contract/metadata': ['contract'],

  // Below every feature
  'server/errors': ['contract'],
  'server/concurrency': [],
  'server/storage': ['server/errors'],
  'server/confinement': ['server/errors'],
  'server/data-dir': ['server/confinement', 'server/errors'],
  'server/embedded': ['server/confinement', 'server/data-dir', 'server/errors', 'server/storage'],
  'server/db': ['contract', 'server/errors'],
  'server/access': ground,
  'server/jobs': ground,
  'server/signals': [...ground, 'server/concurrency'],
  'server/identity': [...ground, 'server/concurrency', 'server/signals'],
  'server/http/guards': ground,
  'server/http/replies': ['server/http/guards', 'server/identity'],
  'server/http': [
    ...ground,
    'server/access',
    'server/http/guards',
    'server/http/replies',
    'server/identity',
    'server/signals',
  ],

  // Files in, files out: knows no row and no feature
  'server/media': ['contract', 'contract/metadata'],
  'server/media/decode': ['contract', 'server/media'],
  'server/media/inspect': ['contract', 'contract/metadata', 'server/media', 'server/media/decode'],
  'server/media/captions': ['contract', 'contract/metadata', 'server/media', 'server/media/decode'],
  'server/media/encode': ['contract', 'server/media', 'server/media/decode'],
  'server/media/stream': [
    'contract',
    'server/media',
    'server/media/captions',
    'server/media/decode',
    'server/media/encode',
  ],
  'server/media/engine': [
    'contract',
    'contract/metadata',
    'server/concurrency',
    'server/confinement',
    'server/media',
    'server/media/encode',
    'server/media/inspect',
    'server/media/stream',
  ],

  'server/setup': [
    ...ground,
    'server/http/guards',
    'server/identity',
    'server/jobs',
    'server/media/engine',
    'server/signals',
    'server/storage',
  ],
  'server/objects': [...serving, 'server/http/guards', 'server/http/replies', 'server/media/stream', 'server/storage'],

  // Features, those that others call first
  'server/features/users': [...serving, 'server/objects'],
  'server/features/notifications': [...serving, 'server/http/guards', 'server/identity'],
  'server/features/uploads': [...serving, 'server/objects', 'server/storage'],
  'server/features/auth': [...serving, 'server/features/users', 'server/http/guards', 'server/identity'],
  'server/features/avatars': [
    ...serving,
    'server/features/uploads',
    'server/features/users',
    'server/media/engine',
    'server/objects',
  ],
  'server/features/renditions': [
    ...serving,
    'server/jobs',
    'server/media/encode',
    'server/media/engine',
    'server/media/stream',
    'server/objects',
  ],
  'server/features/videos': [
    ...serving,
    'contract/metadata',
    'server/features/notifications',
    'server/features/renditions',
    'server/features/uploads',
    'server/features/users',
    'server/media/engine',
    'server/media/stream',
    'server/objects',
  ],
  'server/features/likes': [
    ...serving,
    'server/features/notifications',
    'server/features/users',
    'server/features/videos',
  ],
  'server/features/comments': [...serving, 'server/features/notifications', 'server/features/videos'],
  'server/features/follows': [
    ...serving,
    'server/features/notifications',
    'server/features/users',
    'server/features/videos',
  ],
  'server/features/views': [...serving, 'server/http/guards'],
  'server/features/reports': [...serving, 'server/features/videos', 'server/media/engine', 'server/storage'],
  'server/features/creators': serving,
  'server/features/pages': [
    ...serving,
    'server/http/replies',
    'server/media/encode',
    'server/media/stream',
    'server/objects',
  ],
  'server/features/embed': [
    ...serving,
    'server/features/pages',
    'server/http/guards',
    'server/http/replies',
    'server/media/decode',
    'server/media/encode',
    'server/media/stream',
    'server/objects',
  ],
  'server/features/docs': [...serving, 'server/http/replies'],
  'server/features/doctor': [...serving, 'server/features/videos', 'server/objects', 'server/storage'],
  'server/features/demo': [
    ...serving,
    'server/features/avatars',
    'server/features/users',
    'server/features/videos',
    'server/objects',
  ],

  // What every screen stands on
  'web/format': [],
  'web/page': [],
  'web/ui': ['web/page'],
  'web/net': ['contract', 'web/page', 'web/ui'],
  'web/viewer': ['contract', 'web/net', 'web/page', 'web/ui'],

  // The data of clips and people, the player, the wall: they know no screen
  'web/videos': ['contract', 'web/net', 'web/page'],
  'web/people': ['contract', 'web/net', 'web/videos', 'web/viewer'],
  'web/player/captions': ['contract', 'web/page', 'web/ui'],
  'web/player/controls': ['contract', 'web/format', 'web/player/captions', 'web/ui'],
  'web/player/sources': ['contract'],
  'web/player': ['contract', 'web/page', 'web/player/controls', 'web/player/sources'],
  'web/wall/playing': ['web/page'],
  'web/wall': ['contract', 'web/page', 'web/videos'],
  'web/ticker': ['web/page'],

  // Screens and acts, those that others show first
  'web/features/video-info': [...screens, 'web/videos'],
  'web/features/likes': [...screens, 'web/videos'],
  'web/features/reports': [...screens, 'web/videos'],
  'web/features/creators': [...screens, 'web/people'],
  'web/features/comments': [...screens, 'web/features/likes', 'web/videos'],
  'web/features/notifications': screens,
  'web/features/follows': [...screens, 'web/features/creators', 'web/people'],
  'web/features/swipe': [
    ...screens,
    'web/features/likes',
    'web/features/video-info',
    'web/player',
    'web/player/sources',
    'web/videos',
  ],
  'web/features/upload/sending': screens,
  'web/features/upload/file': [...screens, 'contract/metadata', 'web/features/upload/sending'],
  'web/features/upload/form': screens,
  'web/features/upload': [
    ...screens,
    'web/features/upload/file',
    'web/features/upload/form',
    'web/features/upload/sending',
    'web/features/video-info',
    'web/videos',
    'web/wall',
  ],
  'web/features/video': [
    ...screens,
    'web/features/comments',
    'web/features/creators',
    'web/features/likes',
    'web/features/reports',
    'web/features/upload/form',
    'web/features/video-info',
    'web/player',
    'web/player/sources',
    'web/videos',
  ],
  'web/features/cards': [
    ...screens,
    'web/features/comments',
    'web/features/creators',
    'web/features/likes',
    'web/features/reports',
    'web/features/swipe',
    'web/features/video',
    'web/features/video-info',
    'web/videos',
    'web/wall',
    'web/wall/playing',
  ],
  'web/features/feed': [...screens, 'web/features/cards', 'web/videos', 'web/wall/playing'],
  'web/features/profile/edit': [...screens, 'web/people'],
  'web/features/profile': [
    ...screens,
    'web/features/cards',
    'web/features/creators',
    'web/features/follows',
    'web/features/profile/edit',
    'web/people',
    'web/videos',
    'web/wall',
  ],
  'web/features/auth': screens,
  'web/features/about': screens,
  'web/features/embed': ['web/player/controls', 'web/player/sources'],
  'web/shell': [...screens, 'web/features/notifications', 'web/features/profile/edit', 'web/people', 'web/ticker'],
}

/** What lies at the top of the server or of the page knows every room of it, and nobody knows that. */
const tops = ['server', 'web']

/** What may know everything. */
const outside = /\.(test|suite|fixture)\.\w+$|^server\/test\/|^(e2e|bench|scripts|lint)\//

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
