/**
 * Module boundaries.
 *
 * - A layer may import itself and the layers listed before it.
 * - A feature may import every layer that `features` may import, its own domain, and the domains listed for its domain.
 * - The contract imports nothing else. Its domains may import each other.
 * - Tests, their suites and fixtures, `server/test`, `web/test`, `e2e`, `bench`, `lint` and `scripts` may import
 *   everything.
 *
 * `boundaries.test.ts` refuses cycles between features, and the linter's `import/no-cycle` those between files.
 */

/** The layers of each side, lowest first. `.` stands for the files outside of folders, which combine all layers. */
export const layers = {
  server: [
    'errors',
    'format',
    'concurrency',
    'confinement',
    'zip',
    'storage',
    'data-dir',
    'media',
    'signing',
    'db',
    'embedded',
    'access',
    'jobs',
    'signals',
    'identity',
    'http',
    'setup',
    'objects',
    'features',
    '.',
  ],
  web: [
    'format',
    'page',
    'ui',
    'net',
    'player',
    'ticker',
    'passkeys',
    'videos',
    'viewer',
    'people',
    'features',
    'shell',
    '.',
  ],
} as const

/** For each domain, the other domains from which its features may import. */
export const domains = {
  server: {
    account: ['social', 'videos', 'moderation', 'site'],
    videos: ['account', 'social', 'moderation'],
    discovery: ['videos', 'social', 'site'],
    social: ['account', 'videos', 'moderation'],
    moderation: ['videos', 'social'],
    site: ['account', 'videos', 'discovery', 'social', 'moderation'],
  },
  web: {
    account: ['social', 'moderation'],
    videos: ['discovery', 'social', 'moderation'],
    discovery: ['videos', 'social', 'moderation'],
    social: ['videos', 'discovery', 'moderation'],
    moderation: [],
    site: ['moderation'],
  },
} as const satisfies Record<keyof typeof layers, Record<string, readonly string[]>>

type Side = keyof typeof layers

const isSide = (name: string): name is Side => name in layers

/** Files that may import everything, and that production code must not import. */
const isTestOrTool = (file: string) =>
  /\.(test|suite|fixture)\.\w+$|^(server|web)\/test\/|^(e2e|bench|scripts|lint)\//.test(file)

/**
 * Checks one import.
 *
 * @param importer Path of the importing file, relative to the project's root.
 * @param imported Path of the imported file, relative to the same root.
 * @returns The reason why the import is refused, or `undefined` if it is allowed.
 */
export function refusal(importer: string, imported: string): string | undefined {
  if (isTestOrTool(importer)) return undefined
  const isAllowed = !isTestOrTool(imported) && isWithinBoundaries(importer.split('/'), imported.split('/'))
  return isAllowed ? undefined : `'${importer}' must not import '${imported}': see lint/boundaries.ts.`
}

function isWithinBoundaries([fromSide = '', ...from]: string[], [toSide = '', ...to]: string[]): boolean {
  if (toSide === 'contract') return true
  if (fromSide !== toSide || !isSide(fromSide)) return false
  const order: readonly string[] = layers[fromSide]
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)]
  if (fromLayer !== 'features' || toLayer !== 'features') {
    return order.includes(toLayer) && order.indexOf(toLayer) <= order.indexOf(fromLayer)
  }
  const [fromDomain = '', toDomain = ''] = [from[1], to[1]]
  const known: Record<string, readonly string[]> = domains[fromSide]
  return fromDomain === toDomain || (known[fromDomain]?.includes(toDomain) ?? false)
}

function layerOf([first = '.', ...rest]: string[]): string {
  return rest.length === 0 ? '.' : first
}
