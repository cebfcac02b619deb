// The rest of the bootstrap (`scripts/run.mjs`): installs the packages of the lockfile, unless this is a release, which
// contains them. Then it runs scripts/<folder>/<command>.ts on the Node that package.json pins, and supervises it.
// `start` builds first.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies, turnOnHooks } from './install.mjs'
import { superviseChild } from './supervise.mjs'

const folders = {
  serve: ['start', 'dev'],
  operate: ['migrate', 'admin', 'notices', 'doctor', 'requeue', 'clean-originals', 'demo-remove'],
  data: ['backup', 'restore', 'move', 'storage-check', 'storage-move'],
  check: ['check', 'test', 'test-older', 'bench'],
  lists: ['licences', 'trust-list'],
  release: ['release'],
}
/** Milliseconds after which a child that hangs is killed. The server's own stop is quicker, except while it drains. */
const drainSeconds = Number.parseInt(process.env.DRAIN_SECONDS ?? '', 10) || 0
const stopDeadlineMs = 10_000 + (drainSeconds > 0 ? 1_000 * (drainSeconds + 15) : 0)

const [command, ...args] = process.argv.slice(2)

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const [folder] = Object.entries(folders).find(([, commands]) => commands.includes(command)) ?? []
if (!folder) {
  fail(`There is no command '${command ?? ''}'. The commands are: ${Object.values(folders).flat().join(', ')}.`)
}
// The other scripts read their arguments themselves (scripts/support/read-arguments.ts).
if (command === 'start' && args.length > 0) {
  const usage = 'Usage: npm start. Its settings are environment variables: docs/operating.md, Settings.'
  if (!args.includes('--help')) fail(`Unknown option '${args[0]}'. ${usage}`)
  console.log(usage)
  process.exit()
}
const isRelease = existsSync('release.json')
if (isRelease) {
  if (!['operate', 'data'].includes(folder) && command !== 'start') {
    fail(`'${command}' needs the source code. Run it in the clone that this release was built from.`)
  }
} else {
  await installDependencies()
  if (folder === 'check' || command === 'dev') turnOnHooks()
  // Keeps compiled code, including TypeScript with stripped types, for the next start. That start then takes half the
  // time and 20 MB less memory. Outdated code is compiled again.
  process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules', '.cache', 'node')
}
const node = findNode()
const run = (file) => superviseChild(node, [path.join('scripts', folder, file), ...args], stopDeadlineMs)
if (command === 'start') {
  if (!isRelease) await run('build.ts')
  await run('start.mjs')
} else await run(`${command}.ts`)

/** Returns the path of a Node that can run Reverie. This is the pinned one, or this one if it is new enough. */
function findNode() {
  const { platform, arch } = process
  const pinned = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
    .map((name) => path.resolve('node_modules', name, 'bin', 'node'))
    .find((file) => existsSync(file) && spawnSync(file, ['--version']).status === 0)
  if (pinned) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail(
    `Reverie comes without a Node for ${platform}-${arch}, and this is Node ${process.versions.node}: please install Node 24 or newer.`,
  )
}

/** Prints a sentence and exits. @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
