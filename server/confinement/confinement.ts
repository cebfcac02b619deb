import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseSystemUser, type SystemUser } from './system-user.ts'
import { allowedPaths } from './allowed-paths.ts'
import { callFilter } from './call-filter.ts'
import type { Launch } from './launch.ts'
import { limitsOf, type TaskLimits } from './limits.ts'
import { architecture } from './system-calls.ts'

/** One of our scripts, which works on an untrusted file. */
interface ConfinedTask {
  /** Node's arguments: options, script, the script's arguments. */
  command: string[]
  /** Files and folders that it may read besides its program and the system's libraries. */
  files: readonly string[]
  /** The only folder it may write to, and its working directory. */
  folder: string
  limits: TaskLimits
}

/** Protections that a machine may provide. */
export type Part = 'user' | 'files' | 'calls' | 'limits'

/** The harm that a child could do without each protection. */
const abilities: Record<Part, string> = {
  user: 'run as root',
  files: 'open other files',
  calls: 'use the network and start programs',
  limits: 'take memory and processor time without limit',
}

interface Confinement {
  /** Protections that this machine provides. */
  parts: ReadonlySet<Part>
  /** User that children run as when the server is root. */
  user?: SystemUser | undefined
}

const LAUNCHER = join(import.meta.dirname, 'launcher.mjs')
const PROBE = join(import.meta.dirname, 'probe.mjs')
const PROBE_TIMEOUT_MS = 30_000
const isRoot = process.getuid?.() === 0

let probed: Promise<Confinement> | undefined

/**
 * @returns Arguments for Node that run the task as confined as this machine allows. If the task runs as another user,
 *   the task's working folder now belongs to that user.
 */
export async function confine(task: ConfinedTask): Promise<string[]> {
  const confinement = await findConfinement()
  if (confinement.parts.size === 0) return task.command
  return launch(task, confinement, false)
}

/** Finds out which protections work on this machine by trying them once with a probe. */
export async function describeConfinement(): Promise<{ present: Part[]; missing: Part[] }> {
  const { parts } = await findConfinement()
  const wanted: Part[] = [...(isRoot ? (['user'] as const) : []), 'files', 'calls', 'limits']
  return { present: wanted.filter((part) => parts.has(part)), missing: wanted.filter((part) => !parts.has(part)) }
}

/** Describes in a sentence which protections for decoding children this machine lacks; `undefined` if it lacks none. */
export async function describeConfinementGap(): Promise<string | undefined> {
  const { missing } = await describeConfinement()
  return gapSentence(missing, isRoot)
}

/** @param asRoot Whether the server runs as root. */
export function gapSentence(missing: Part[], asRoot: boolean): string | undefined {
  if (missing.length === 0) return undefined
  const list = new Intl.ListFormat('en').format(missing.map((part) => abilities[part]))
  const advice = asRoot
    ? 'start Reverie as an ordinary user, on Linux 5.13 or newer with Landlock, to prevent that'
    : 'Linux 5.13 or newer with Landlock prevents that'
  return `The processes that decode uploads can ${list} on this machine: ${advice}.`
}

/** Probes once, and again if the probe could not start a child, for example during an update of the program. */
function findConfinement(): Promise<Confinement> {
  probed ??= probe().then((confinement) => {
    if (confinement.parts.size === 0) probed = undefined
    return confinement
  })
  return probed
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
 * @returns The protections that a child really has.
 * @throws If no child can run with them.
 */
async function tryOut(confinement: Confinement): Promise<Confinement> {
  // Imitates a data folder that belongs to root. The child can read the file only with the rights granted to it.
  const outer = mkdtempSync(join(tmpdir(), 'reverie-probe-'))
  const remove = () => rmSync(outer, { recursive: true })
  process.once('exit', remove)
  const [file, folder] = [join(outer, 'file'), join(outer, 'folder')]
  try {
    // Created synchronously. A thread could still create them while an exit removes the folder.
    mkdirSync(folder)
    writeFileSync(file, '', { mode: 0o600 })
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
    process.off('exit', remove)
    remove()
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
