/** Linux numbers its system calls differently on each architecture. */
type Numbers = Record<string, number>

/** Parses `name number, name number …` */
function numbers(list: string): Numbers {
  const entries = list.split(',').map((each) => each.trim().split(' '))
  return Object.fromEntries(entries.map(([name, number]) => [name, Number(number)]))
}

interface Architecture {
  /** The architecture as the kernel reports it to a filter: `AUDIT_ARCH_…`. */
  id: number
  calls: Numbers
}

/** Calls that have the same number on all architectures. Since 5.1, the kernel assigns common numbers to new calls. */
const everywhere = numbers(`
  pidfd_send_signal 424, io_uring_setup 425, io_uring_enter 426, io_uring_register 427, open_tree 428,
  move_mount 429, fsopen 430, fsconfig 431, fsmount 432, fspick 433, pidfd_open 434, clone3 435,
  pidfd_getfd 438, process_madvise 440, mount_setattr 442, quotactl_fd 443, landlock_create_ruleset 444,
  landlock_add_rule 445, landlock_restrict_self 446, memfd_secret 447, process_mrelease 448,
  fchmodat2 452, setxattrat 463, removexattrat 466, open_tree_attr 467, file_setattr 469
`)

const x64 = numbers(`
  socket 41, socketpair 53, connect 42, bind 49, listen 50, accept 43, accept4 288,
  clone 56, fork 57, vfork 58, execveat 322, setsid 112, setpgid 109,
  kill 62, tkill 200, tgkill 234, rt_sigqueueinfo 129, rt_tgsigqueueinfo 297, ptrace 101,
  process_vm_readv 310, process_vm_writev 311, kcmp 312, move_pages 279, migrate_pages 256,
  prlimit64 302, setpriority 141, ioprio_set 251, sched_setaffinity 203, sched_setparam 142,
  sched_setscheduler 144, sched_setattr 314, memfd_create 319, mq_open 240, mq_unlink 241,
  shmget 29, shmat 30, shmctl 31, semget 64, semop 65, semctl 66, semtimedop 220,
  msgget 68, msgsnd 69, msgrcv 70, msgctl 71, truncate 76, mknod 133, mknodat 259,
  chmod 90, fchmod 91, fchmodat 268, chown 92, fchown 93, lchown 94, fchownat 260,
  setxattr 188, lsetxattr 189, fsetxattr 190, removexattr 197, lremovexattr 198, fremovexattr 199,
  utime 132, utimes 235, futimesat 261, utimensat 280, name_to_handle_at 303, open_by_handle_at 304,
  inotify_init 253, inotify_init1 294, fanotify_init 300, userfaultfd 323, bpf 321, perf_event_open 298,
  mount 165, umount2 166, pivot_root 155, chroot 161, unshare 272, setns 308, personality 135,
  keyctl 250, add_key 248, request_key 249, quotactl 179, acct 163, swapon 167, swapoff 168,
  init_module 175, finit_module 313, delete_module 176, kexec_load 246, kexec_file_load 320, reboot 169,
  settimeofday 164, clock_settime 227, adjtimex 159, clock_adjtime 305, syslog 103, vhangup 153,
  sethostname 170, setdomainname 171, iopl 172, ioperm 173, modify_ldt 154, uselib 134,
  prctl 157, capget 125, capset 126, setgroups 116, setresgid 119, setresuid 117, fcntl 72
`)

const arm64 = numbers(`
  socket 198, socketpair 199, connect 203, bind 200, listen 201, accept 202, accept4 242,
  clone 220, execveat 281, setsid 157, setpgid 154,
  kill 129, tkill 130, tgkill 131, rt_sigqueueinfo 138, rt_tgsigqueueinfo 240, ptrace 117,
  process_vm_readv 270, process_vm_writev 271, kcmp 272, move_pages 239, migrate_pages 238,
  prlimit64 261, setpriority 140, ioprio_set 30, sched_setaffinity 122, sched_setparam 118,
  sched_setscheduler 119, sched_setattr 274, memfd_create 279, mq_open 180, mq_unlink 181,
  shmget 194, shmat 196, shmctl 195, semget 190, semop 193, semctl 191, semtimedop 192,
  msgget 186, msgsnd 189, msgrcv 188, msgctl 187, truncate 45, mknodat 33,
  fchmod 52, fchmodat 53, fchown 55, fchownat 54,
  setxattr 5, lsetxattr 6, fsetxattr 7, removexattr 14, lremovexattr 15, fremovexattr 16,
  utimensat 88, name_to_handle_at 264, open_by_handle_at 265,
  inotify_init1 26, fanotify_init 262, userfaultfd 282, bpf 280, perf_event_open 241,
  mount 40, umount2 39, pivot_root 41, chroot 51, unshare 97, setns 268, personality 92,
  keyctl 219, add_key 217, request_key 218, quotactl 60, acct 89, swapon 224, swapoff 225,
  init_module 105, finit_module 273, delete_module 106, kexec_load 104, kexec_file_load 294, reboot 142,
  settimeofday 170, clock_settime 112, adjtimex 171, clock_adjtime 266, syslog 116, vhangup 58,
  sethostname 161, setdomainname 162,
  prctl 167, capget 90, capset 91, setgroups 159, setresgid 149, setresuid 147, fcntl 25
`)

const architectures: Record<string, Architecture> = {
  x64: { id: 0xc000003e, calls: { ...x64, ...everywhere } },
  arm64: { id: 0xc00000b7, calls: { ...arm64, ...everywhere } },
}

/** `undefined` on an architecture whose numbers are not listed. */
export const architecture = architectures[process.arch]
