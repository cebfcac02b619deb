import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { StartupError } from '../../server/errors/startup-error.ts'
import { git } from '../support/git.ts'
import { hashFiles } from '../serve/build-once.ts'
import { copyPlainly, copyTree } from './copy-tree.ts'
import { listReleases, releasesIn } from './releases.ts'

const FOLDERS = ['contract', 'dist/media', 'dist/server', 'dist/web', 'docs', 'ops', 'scripts', 'server']
const FILES = ['CHANGELOG.md', 'README.md', 'package.json', 'package-lock.json']
/** Tests, and files that only tests use. */
const TESTS = /\.(test|suite|fixture)\.\w+$|^server\/test$/
const SBOM = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev']

/**
 * Copies the clone in the working folder into a release in `dir`, without the network. The copy includes the installed
 * packages and the built web app and server. The folder gets its name once the release is complete and loads.
 *
 * @returns The name of the release. If a release of the same code exists, that one is used.
 * @throws {StartupError} If it does not load, which changes nothing.
 */
export function buildRelease(dir: string): string {
  const draft = mkdtempSync(join(releasesIn(dir), '.building-'))
  chmodSync(draft, 0o755)
  for (const folder of FOLDERS) copyTree(folder, join(draft, folder), { isWanted: (path) => !TESTS.test(path) })
  for (const file of FILES) copyPlainly(file, join(draft, file))
  const name = nameOf(draft)
  const release = join(releasesIn(dir), name)
  if (existsSync(release)) {
    rmSync(draft, { recursive: true })
    requireLoading(release)
    return name
  }
  const twin = findTwin(dir)
  copyPackages(twin ?? '.', draft, { isLinked: twin !== undefined })
  linkNode(draft)
  writeSbom(draft)
  writeFileSync(join(draft, 'release.json'), `${JSON.stringify({ name, builtAt: new Date().toISOString() })}\n`)
  requireLoading(draft)
  // After a power cut, no folder with this name may contain empty files.
  spawnSync('sync', ['--file-system', draft])
  renameSync(draft, release)
  return name
}

/** Loads all code of a release in a process of its own. @throws {StartupError} If that fails. */
export function requireLoading(release: string): void {
  const { status } = spawnSync(join(release, 'bin/node'), ['scripts/release/load-release.ts'], {
    cwd: release,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new StartupError(`This release does not start, so nothing has changed. The reason is above.`)
}

/** Names a release by its version and commit. Code that is not exactly a commit gets a digest of its files, too. */
function nameOf(draft: string): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const commit = git('rev-parse', '--short=8', 'HEAD')
  const isCommitted = commit !== undefined && git('status', '--porcelain') === ''
  return [version, commit, isCommitted ? undefined : hashFiles([draft], draft).slice(0, 8)].filter(Boolean).join('-')
}

/** Finds a release with the same packages, whose files can be shared. */
function findTwin(dir: string): string | undefined {
  const packages = describePackages('.')
  return listReleases(dir)
    .map((name) => join(releasesIn(dir), name))
    .find((release) => describePackages(release) === packages)
}

/** Describes the packages of a lockfile. The entry without a path is Reverie, whose version does not matter. */
function describePackages(folder: string): string {
  return JSON.stringify(Object.entries(lockedPackages(folder)).filter(([path]) => path !== ''))
}

function lockedPackages(folder: string): Record<string, { dev?: boolean }> {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  return (JSON.parse(lock) as { packages: Record<string, { dev?: boolean }> }).packages
}

/** Copies the installed packages of the lockfile, except those for development. */
export function copyPackages(from: string, to: string, { isLinked }: { isLinked: boolean }): void {
  // Packages inside of a package have entries of their own.
  const isWanted = (path: string) => basename(path) !== 'node_modules'
  for (const [path, { dev }] of Object.entries(lockedPackages('.'))) {
    // Packages for other kinds of machines are not installed.
    if (path === '' || dev || !existsSync(join(from, path))) continue
    copyTree(join(from, path), join(to, path), { isWanted, isLinked })
  }
}

/**
 * Links `bin/node` of a release to the Node that runs this process. If the release's packages contain a copy of that
 * Node, the link leads to the copy.
 */
function linkNode(draft: string): void {
  mkdirSync(join(draft, 'bin'))
  const [own = ''] = /node_modules\/node-[^/]+\/bin\/node$/.exec(process.execPath) ?? []
  symlinkSync(own && existsSync(join(draft, own)) ? join('..', own) : process.execPath, join(draft, 'bin/node'))
}

function writeSbom(draft: string): void {
  const { status, stdout } = spawnSync('npm', SBOM, { cwd: draft, stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new StartupError('npm could not list the packages (npm sbom). Please use npm 10 or newer.')
  writeFileSync(join(draft, 'sbom.json'), stdout)
}
