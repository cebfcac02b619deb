import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const EXECUTE = 1 << 0
const WRITE_FILE = 1 << 1
const READ_FILE = 1 << 2
const READ_FOLDER = 1 << 3
const REMOVE_FOLDER = 1 << 4
const REMOVE_FILE = 1 << 5
const MAKE_FOLDER = 1 << 7
const MAKE_FILE = 1 << 8
const TRUNCATE = 1 << 14

const READ = READ_FILE | READ_FOLDER
/** Does not include the right to create links, devices or pipes. */
const WRITE = READ | WRITE_FILE | TRUNCATE | MAKE_FILE | MAKE_FOLDER | REMOVE_FILE | REMOVE_FOLDER

const project = resolve(import.meta.dirname, '../..')

const readable = (path: string): [path: string, rights: number] => [path, READ]

/** Paths that every child needs: Node, our code and the system's libraries. `DATA_DIR` may be inside the project. */
const runtime: [path: string, rights: number][] = [
  // Node reads its memory usage here. This path must be the first, because the launcher keeps the first one open.
  readable('/proc/self/stat'),
  [process.execPath, READ | EXECUTE],
  ...['package.json', 'node_modules', 'server', 'contract', 'dist/media'].map((name) => readable(join(project, name))),
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib'].map(readable),
  ...['/etc/ld.so.cache', '/etc/ssl/openssl.cnf'].map(readable),
  ...loadedLibraries().map((path): [string, number] =>
    /\/ld[-.][^/]*$/.test(path) ? [path, READ | EXECUTE] : readable(dirname(path)),
  ),
]

/**
 * Returns the paths that a child may open, with their rights as Landlock bits.
 *
 * @param files The files that the child may read.
 * @param folder The folder that the child may work in.
 */
export function allowedPaths(files: readonly string[], folder: string): [path: string, rights: number][] {
  return [...runtime, ...files.map(readable), [folder, WRITE]]
}

/** Lists the libraries mapped into this process, including the program loader. */
function loadedLibraries(): string[] {
  const maps = process.platform === 'linux' ? readFileSync('/proc/self/maps', 'utf8') : ''
  const paths = maps.split('\n').map((line) => line.slice(line.indexOf('/')))
  return [...new Set(paths)].filter((path) => /^\/.*\/[^/]*\.so[.\d]*$/.test(path) && !path.startsWith(project))
}
