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
