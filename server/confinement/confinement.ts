import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseSystemUser, type SystemUser } from './system-user.ts'
import { allowedPaths } from './allowed-paths.ts'
import { callFilter } from './call-filter.ts'
import type { Launch } from './launch.ts'
import { limitsOf, type TaskLimits } from './limits.ts'
import { architecture } from './system-calls.ts'

/** A script of ours that works on a file of somebody's. */
export interface ConfinedTask {
  /** What Node is given: its options, the script, the script's arguments. */
  command: string[]
  /** The only ones that it may read. */
  files: readonly string[]
  /** The only place where it may write, and where it starts. */
  folder: string
  limits: TaskLimits
}

/** What a child can be kept from. */
export type Part = 'user' | 'files' | 'calls' | 'limits'

interface Confinement {
  /** What this machine has. */
  parts: ReadonlySet<Part>
  /** Whom the children run as, where root starts them. */
  user?: SystemUser | undefined
}

const LAUNCHER = join(import.meta.dirname, 'launcher.mjs')
const PROBE = join(import.meta.dirname, 'probe.mjs')
const PROBE_TIMEOUT_MS = 30_000
const isRoot = process.getuid?.() === 0

let probed: Promise<Confinement> | undefined

/**
 * @returns The arguments for Node with which the task runs confined, as far as this machine can do that. Where it runs as
 *   another user, the folder is that user's from now on.
 */
export async function confine(task: ConfinedTask): Promise<string[]> {
  const confinement = await (probed ??= probe())
  if (confinement.parts.size === 0) return task.command
  return launch(task, confinement, false)
}

/** What decoding children are kept from on this machine: found out with the first child, by trying. */
export async function describeConfinement(): Promise<{ present: Part[]; missing: Part[] }> {
  const { parts } = await (probed ??= probe())
  const wanted: Part[] = [...(isRoot ? (['user'] as const) : []), 'files', 'calls', 'limits']
  return { present: wanted.filter((part) => parts.has(part)), missing: wanted.filter((part) => !parts.has(part)) }
}

async function probe(): Promise<Confinement> {
  const none: Confinement = { parts: new Set() }
  if (process.platform !== 'linux' || !architecture) return none
  const user = isRoot ? chooseSystemUser('media') : undefined
  const parts = new Set<Part>(['user', 'files', 'calls', 'limits'])
  for (const confinement of user ? [{ parts, user }, { parts }] : [{ parts }]) {
    const found = await tryOut(confinement).catch(() => undefined)
    if (found) return found
  }
  return none
}

/**
 * @returns What of it a child is really kept from.
 * @throws If no child can run like that.
 */
async function tryOut(confinement: Confinement): Promise<Confinement> {
  // As in a data folder of root's: only through its rights can a child read the file.
  const outer = await mkdtemp(join(tmpdir(), 'reverie-probe-'))
  const [file, folder] = [join(outer, 'file'), join(outer, 'folder')]
  try {
    await mkdir(folder)
    await writeFile(file, '', { mode: 0o600 })
    const task = { command: [PROBE, file], files: [file], folder, limits: { cpuSeconds: 60, fileMaxBytes: 0 } }
    const args = await launch(task, confinement, true)
    const options = { cwd: folder, env: {}, timeout: PROBE_TIMEOUT_MS }
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    const { uid, canReadFiles, canUseNetwork, canStartProcesses } = JSON.parse(stdout)
    const parts = new Set<Part>(['limits'])
    if (uid === confinement.user?.uid) parts.add('user')
    if (!canReadFiles) parts.add('files')
    if (!canUseNetwork && !canStartProcesses) parts.add('calls')
    return { parts, user: parts.has('user') ? confinement.user : undefined }
  } finally {
    await rm(outer, { recursive: true })
  }
}

async function launch(task: ConfinedTask, { parts, user }: Confinement, isProbe: boolean): Promise<string[]> {
  const { command, files, folder, limits } = task
  if (user) await chown(folder, user.uid, user.gid)
  const orders: Launch = {
    isProbe,
    calls: architecture?.calls ?? {},
    user,
    ...(parts.has('files') && { paths: allowedPaths(files, folder) }),
    limits: limitsOf(limits, user !== undefined),
    ...(parts.has('calls') && { filter: callFilter() }),
    command,
  }
  return ['--no-warnings', LAUNCHER, JSON.stringify(orders)]
}
