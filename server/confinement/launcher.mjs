// Drops this process's rights for good and then executes a program without them. Other threads would keep their rights,
// but a process that has just started has no other thread. This file is plain JavaScript, because stripping types would
// take longer than its work. Its argument is a Launch (launch.ts). If a protection is not available, the process ends
// with an error, except in a probe.
import { closeSync, fstatSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The package with koffi's binary, because koffi takes 12 ms more to find it.
 *
 * @type {import('koffi')}
 */
const koffi = createRequire(import.meta.resolve('koffi'))(`@koromix/koffi-linux-${process.arch}`)

/** @type {import('./launch.ts').Launch} */
const { isProbe, calls, user, paths, limits, filter, command } = JSON.parse(process.argv[2])

const PR = { SET_KEEPCAPS: 8, SET_SECCOMP: 22, SET_NO_NEW_PRIVS: 38, CAP_AMBIENT: 47 }
const AMBIENT_RAISE = 2
const SECCOMP_MODE_FILTER = 2
const RULE_PATH_BENEATH = 1
const O_PATH = 0o10000000
const F_SETFD = 2
/**
 * The capabilities that let a process read files regardless of their mode. The second one also allows writing, and is
 * used in containers that withhold the first.
 */
const CAPABILITIES_TO_READ = [2, 1]
const CAPABILITIES_VERSION = 0x20080522
/** All file rights that a version of Landlock can check, indexed by that version. */
const FILE_RIGHTS = [0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff]
/** The rights that apply to a file that is not a folder. */
const PLAIN_FILE_RIGHTS = 0xc007
const NETWORK_RIGHTS = 3
const ALL_SCOPES = 3

const systemCall = koffi.load(null).func('syscall', 'long', ['long', ...Array.from({ length: 5 }, () => 'uint64')])
/** Keeps buffers alive while the kernel reads them. Their addresses alone would not. */
const keptBuffers = []

// Opens the paths now, while everything can still be opened.
const opened = paths?.flatMap(([path, rights]) => openPath(path, rights)) ?? []
attempt(() => (user ? becomeUser(user) : dropCapabilities()))
call('prctl', PR.SET_NO_NEW_PRIVS, 1)
if (paths) attempt(restrictFiles)
attempt(() => limits.forEach(setLimit))
if (filter) attempt(installFilter)
process.execve(process.execPath, [process.execPath, ...command], {})

function attempt(part) {
  try {
    part()
  } catch (error) {
    if (!isProbe) throw error
  }
}

/** @returns {{ fd: number, rights: number }[]} An empty list for a path that this machine does not have. */
function openPath(path, rights) {
  try {
    const fd = openSync(path, O_PATH)
    return [{ fd, rights: fstatSync(fd).isDirectory() ? rights : rights & PLAIN_FILE_RIGHTS }]
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  }
}

/** Becomes another user, who may read every file that root may read. Landlock then decides which ones. */
function becomeUser({ uid, gid }) {
  const permitted = permittedCapabilities()
  const kept = CAPABILITIES_TO_READ.find((capability) => permitted & (1 << capability))
  call('prctl', PR.SET_KEEPCAPS, 1)
  call('setgroups', 0, 0)
  call('setresgid', gid, gid, gid)
  call('setresuid', uid, uid, uid)
  setCapabilities(kept === undefined ? 0 : 1 << kept)
  if (kept !== undefined) call('prctl', PR.CAP_AMBIENT, AMBIENT_RAISE, kept)
}

function dropCapabilities() {
  if (process.getuid() === 0) setCapabilities(0)
}

/** @returns {number} The first 32 capabilities. */
function permittedCapabilities() {
  const sets = Buffer.alloc(24)
  call('capget', addressOf(numbers32(CAPABILITIES_VERSION, 0)), addressOf(sets))
  return sets.readUInt32LE(4)
}

/** Sets the effective, permitted and inheritable sets. The second part of each is for capabilities beyond 32. */
function setCapabilities(bits) {
  call('capset', addressOf(numbers32(CAPABILITIES_VERSION, 0)), addressOf(numbers32(bits, bits, bits, 0, 0, 0)))
}

/**
 * Restricts the process to opening `paths`. Newer Landlock versions also forbid TCP connections, signals to other
 * processes, and connections to their sockets.
 */
function restrictFiles() {
  const version = call('landlock_create_ruleset', 0, 0, 1)
  const fileRights = FILE_RIGHTS[Math.min(version, FILE_RIGHTS.length - 1)]
  const handled = [fileRights, version >= 4 ? NETWORK_RIGHTS : 0, version >= 6 ? ALL_SCOPES : 0]
  const attributes = Buffer.from(BigUint64Array.from(handled, BigInt).buffer)
  const sizeBytes = version >= 6 ? 24 : version >= 4 ? 16 : 8
  const ruleset = call('landlock_create_ruleset', addressOf(attributes), sizeBytes, 0)
  for (const { fd, rights } of opened) {
    const rule = Buffer.alloc(12)
    rule.writeBigUInt64LE(BigInt(rights & fileRights))
    rule.writeInt32LE(fd, 8)
    call('landlock_add_rule', ruleset, RULE_PATH_BENEATH, addressOf(rule), 0)
  }
  call('landlock_restrict_self', ruleset, 0)
  closeSync(ruleset)
  // The kernel may create a file in /proc again, and the rule would not apply to the new one. While a file is open, the
  // kernel keeps it.
  const [own] = opened
  call('fcntl', own.fd, F_SETFD, 0)
}

/** Sets a limit, but never above the current limit of this process. */
function setLimit([resource, soft, hard]) {
  const former = Buffer.alloc(16)
  call('prlimit64', 0, resource, 0, addressOf(former))
  const max = former.readBigUInt64LE(8)
  const values = [soft, hard].map((value) => (BigInt(value) < max ? BigInt(value) : max))
  call('prlimit64', 0, resource, addressOf(Buffer.from(BigUint64Array.from(values).buffer)), 0)
}

function installFilter() {
  const program = Buffer.alloc(8 * filter.length)
  filter.forEach(([operation, ifTrue, ifFalse, value], index) => {
    program.writeUInt16LE(operation, 8 * index)
    program.writeUInt8(ifTrue, 8 * index + 2)
    program.writeUInt8(ifFalse, 8 * index + 3)
    program.writeUInt32LE(value ?? process.pid, 8 * index + 4)
  })
  const head = Buffer.alloc(16)
  head.writeUInt16LE(filter.length)
  head.writeBigUInt64LE(addressOf(program), 8)
  call('prctl', PR.SET_SECCOMP, SECCOMP_MODE_FILTER, addressOf(head))
}

/** @returns {number} */
function call(name, ...args) {
  const result = systemCall(calls[name], ...Array.from({ length: 5 }, (_, index) => args[index] ?? 0))
  if (result < 0) throw new Error(`${name}: error ${koffi.errno()}`)
  return result
}

function addressOf(buffer) {
  keptBuffers.push(buffer)
  return koffi.address(buffer)
}

function numbers32(...values) {
  return Buffer.from(Uint32Array.from(values).buffer)
}
