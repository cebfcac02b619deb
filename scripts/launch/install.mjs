// Installs the packages of package-lock.json. Part of the bootstrap: must run on Node 18 without dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { superviseChild } from './supervise.mjs'

const stampFile = 'node_modules/.installed'
/**
 * Milliseconds that an interrupted npm has to clean up. Its clean-up takes longer, but is unnecessary: without a stamp,
 * everything is installed again.
 */
const stopDeadlineMs = 1_000

/**
 * Installs the packages unless node_modules matches the lockfile on this kind of machine. If npm fails, its output is
 * shown and this process ends with its exit code.
 */
export async function installDependencies() {
  const lock = readFileSync('package-lock.json')
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  if (read(stampFile) === stamp) return
  // The stamp is removed first, so that an interrupted installation never looks complete.
  rmSync(stampFile, { force: true })
  if (!isInstalledByNpm(lock.toString())) {
    const npm = npmCommand()
    requireUsableNpm(npm)
    console.log('Downloading packages… If there is no network, npm keeps trying for some minutes.')
    process.on('exit', explainFailure)
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
    await superviseChild(npm[0], [...npm.slice(1), 'ci', ...flags, '--loglevel=error'], stopDeadlineMs)
    process.off('exit', explainFailure)
  }
  writeFileSync(stampFile, stamp)
}

/** Makes Git run `scripts/hooks` in this clone, unless its owner has configured hooks. Does nothing without Git. */
export function turnOnHooks() {
  if (!existsSync('.git')) return
  const { status } = spawnSync('git', ['config', '--get', 'core.hooksPath'])
  // Status 1 means that Git is installed and that no hooks are configured.
  if (status === 1) spawnSync('git', ['config', 'core.hooksPath', 'scripts/hooks'])
}

/**
 * Whether a plain `npm install` or `npm ci` has already installed everything. npm writes its own record last. The
 * record must name every package of the lockfile, and each package must be present with its manifest.
 */
function isInstalledByNpm(lock) {
  const record = packagesOf(read('node_modules/.package-lock.json') ?? '{}')
  // A lockfile without packages is broken; npm's error describes it better.
  const packages = Object.entries(packagesOf(lock))
  return (
    packages.length > 0 &&
    packages.every(([folder, wanted]) => {
      if (folder === '' || !isForThisMachine(wanted)) return true
      // An optional package may be missing. Binaries of another platform, for example, are not installed. Neither are
      // their dependencies, which do not name a platform themselves.
      if (wanted.optional && !wanted.cpu && !record[folder]) return true
      if (record[folder]?.integrity !== wanted.integrity) return false
      const manifest = read(`${folder}/package.json`)
      return manifest !== undefined && JSON.parse(manifest).version === wanted.version
    })
  )
}

function packagesOf(lock) {
  try {
    return JSON.parse(lock).packages ?? {}
  } catch {
    return {} // For example, a lockfile with merge conflicts.
  }
}

function isForThisMachine({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, libcOfThisMachine())
}

/**
 * npm's rule for `os`, `cpu` and `libc`: absent allows all, '!x' excludes x, otherwise the list must name the value.
 */
function allows(list, value) {
  if (!list || !value) return true
  const names = [list].flat()
  if (names.includes(`!${value}`)) return false
  return names.includes(value) || names.every((name) => name.startsWith('!'))
}

function libcOfThisMachine() {
  if (process.platform !== 'linux') return undefined
  // Without this the report looks up every network interface, which can take seconds.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Finds the npm that started this process, which is the version the user chose; otherwise the one on PATH. */
function npmCommand() {
  const own = process.env.npm_execpath
  return own && basename(own) === 'npm-cli.js' ? [process.execPath, own] : ['npm']
}

/**
 * Ends this process if npm is older than 10.2. Such an npm leaves out packages that the build needs, and the build then
 * fails with an error that does not name npm. @param {string[]} npm
 */
function requireUsableNpm(npm) {
  const version = String(spawnSync(npm[0], [...npm.slice(1), '--version']).stdout).trim()
  const [major, minor] = version.split('.').map(Number)
  // If npm is missing, its version is not a number. Running it reports that better.
  if (!(major < 10 || (major === 10 && minor < 2))) return
  console.error(
    `Reverie needs npm 10.2 or newer, and this is npm ${version}. Nothing was installed. ` +
      'Please install a newer one: npm install --global npm@latest, or Node from https://nodejs.org/en/download.',
  )
  process.exit(1)
}

function explainFailure() {
  console.error(
    'The packages could not be installed, for the reason above. ' +
      'If it is the network, check the connection and npm’s proxy settings, then run the same command again.',
  )
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  }
}
