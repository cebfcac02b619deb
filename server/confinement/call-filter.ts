import { architecture } from './system-calls.ts'

/**
 * One instruction of the kernel's BPF filter language: operation, steps to skip if true, steps to skip if false, value.
 * `null` stands for the pid of the filtered process. The pid is unknown before the process runs.
 */
export type Instruction = [number, number, number, number | null]

/** System calls that no decoder needs, by what an attacker would use them for. Some architectures lack some of them. */
const refused = [
  // The network, and other programs of this machine.
  ['socket', 'socketpair', 'connect', 'bind', 'listen', 'accept', 'accept4'],
  // Other processes: starting, inspecting, stopping and signalling them.
  ['fork', 'vfork', 'execveat', 'setsid', 'setpgid', 'ptrace', 'process_vm_readv', 'process_vm_writev', 'kcmp'],
  ['tkill', 'pidfd_open', 'pidfd_getfd', 'pidfd_send_signal', 'process_madvise', 'process_mrelease', 'move_pages'],
  ['migrate_pages', 'ioprio_set', 'shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semctl', 'semtimedop'],
  ['msgget', 'msgsnd', 'msgrcv', 'msgctl', 'mq_open', 'mq_unlink'],
  // Memory that no limit counts.
  ['memfd_create', 'memfd_secret'],
  // Operations that Landlock does not check: mode, owner, times and attributes, truncation by name, watching, handles.
  ['chmod', 'fchmod', 'fchmodat', 'fchmodat2', 'chown', 'lchown', 'fchown', 'fchownat', 'truncate', 'mknod', 'mknodat'],
  ['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat', 'removexattr', 'lremovexattr', 'fremovexattr', 'removexattrat'],
  ['file_setattr', 'utime', 'utimes', 'futimesat', 'utimensat', 'inotify_init', 'inotify_init1', 'fanotify_init'],
  ['name_to_handle_at', 'open_by_handle_at'],
  // The machine itself, and parts of the kernel with a history of exploits.
  ['mount', 'umount2', 'pivot_root', 'chroot', 'unshare', 'setns', 'open_tree', 'open_tree_attr', 'move_mount'],
  ['fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'bpf', 'perf_event_open', 'userfaultfd', 'keyctl'],
  ['add_key', 'request_key', 'quotactl', 'quotactl_fd', 'acct', 'swapon', 'swapoff', 'init_module', 'finit_module'],
  ['delete_module', 'kexec_load', 'kexec_file_load', 'reboot', 'settimeofday', 'clock_settime', 'adjtimex'],
  ['clock_adjtime', 'syslog', 'vhangup', 'sethostname', 'setdomainname', 'iopl', 'ioperm', 'modify_ldt', 'uselib'],
  ['personality', 'io_uring_enter', 'io_uring_register'],
].flat()

/** Calls reported as missing. Libraries then use `clone`, with flags that a filter can inspect, and plain reads. */
const absent = ['clone3', 'io_uring_setup']

const itself: (number | null)[] = [null]
const itselfOrZero: (number | null)[] = [0, null]

/**
 * Calls that a process may apply only to itself, with the allowed values of each argument. A signal to process 0 would
 * also reach the server, which is in the same group.
 */
const onItself: Record<string, (number | null)[][]> = {
  kill: [itself],
  tgkill: [itself],
  rt_sigqueueinfo: [itself],
  rt_tgsigqueueinfo: [itself],
  prlimit64: [itselfOrZero],
  sched_setaffinity: [itselfOrZero],
  sched_setparam: [itselfOrZero],
  sched_setscheduler: [itselfOrZero],
  sched_setattr: [itselfOrZero],
  // Targets are processes, not groups or users.
  setpriority: [[0], itselfOrZero],
}

const CLONE_THREAD = 0x10000
/** Bit of the x64 calls with 32-bit pointers (x32), which have numbers of their own. */
const X32_FIRST = 0x40000000

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const loadArgument = (index: number) => load(16 + 8 * index)
const ifEqual = (value: number | null, skipIfTrue: number, skipIfFalse: number): Instruction => [
  ...([0x15, skipIfTrue, skipIfFalse] as const),
  value,
]
const answer = (value: number): Instruction => [0x06, 0, 0, value]
const allow = answer(0x7fff0000)
const kill = answer(0x80000000)
const fail = (errno: number) => answer(0x00050000 + errno)
const [EPERM, ENOSYS] = [1, 38]

/** Builds the filter for this architecture; `undefined` if it is not supported. */
export function callFilter(): Instruction[] | undefined {
  if (!architecture) return undefined
  const { id, calls } = architecture
  const on = (name: string, body: Instruction[]): Instruction[] => {
    const number = calls[name]
    return number === undefined ? [] : [ifEqual(number, 0, body.length), ...body]
  }
  return [
    load(4),
    ifEqual(id, 1, 0),
    kill,
    load(0),
    ...(process.arch === 'x64' ? [[0x35, 0, 1, X32_FIRST] satisfies Instruction, fail(EPERM)] : []),
    ...refused.flatMap((name) => on(name, [fail(EPERM)])),
    ...absent.flatMap((name) => on(name, [fail(ENOSYS)])),
    ...on('clone', [loadArgument(0), [0x45, 0, 1, CLONE_THREAD], allow, fail(EPERM)]),
    ...Object.entries(onItself).flatMap(([name, allowed]) => on(name, [...allowed.flatMap(requireOneOf), allow])),
    allow,
  ]
}

/** Continues if the argument with this index has one of the values; fails with EPERM otherwise. */
function requireOneOf(values: (number | null)[], index: number): Instruction[] {
  const comparisons = values.map((value, i) => ifEqual(value, values.length - i, 0))
  return [loadArgument(index), ...comparisons, fail(EPERM)]
}
