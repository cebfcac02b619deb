// Runs one child and ensures that it never outlives its parents. Part of the bootstrap: must run on Node 18.
import { spawn } from 'node:child_process'

/**
 * Runs a program with our stdio. Resolves when it has succeeded and no stop was requested. In every other case this
 * process ends as the program did: with the same exit code or by the same signal.
 *
 * The program gets its own process group, so that Ctrl-C in a terminal reaches it only once, through this process. It
 * also gets an IPC channel, which closes when this process ends, even by kill -9 (see stop-with-parent.mjs). When the
 * program has ended, processes that it left in its group are killed.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {number} stopDeadlineMs How long the program's orderly stop may take before it is killed.
 * @returns {Promise<void>}
 */
export function superviseChild(file, args, stopDeadlineMs) {
  let stoppedBy
  const stop = (signal) => {
    if (stoppedBy) return
    stoppedBy = signal
    // A closed terminal (SIGHUP) stops the program in the same orderly way. It gets SIGTERM, because few programs
    // handle SIGHUP.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    setTimeout(() => killGroup(child.pid), stopDeadlineMs).unref()
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  // Registered before the child starts. On a busy machine, the child may run before spawn() has returned here.
  for (const signal of signals) process.on(signal, stop)
  const child = spawn(file, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true })
  const parentWatch = watchParent(() => stop('SIGTERM'))

  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`Cannot run ${file}: ${error.message}`)
      process.exit(1)
    })
    child.on('exit', (code, signal) => {
      killGroup(child.pid)
      clearInterval(parentWatch)
      for (const name of signals) process.off(name, stop)
      if (signal) process.kill(process.pid, stoppedBy ?? signal)
      else if (code !== 0 || stoppedBy) process.exit(code)
      else resolve()
    })
  })
}

/** Read once: npm may end between two children. */
const parent = process.ppid

/**
 * Calls `onGone` when npm has ended. A killed npm sends no signal, but our parent process changes: `exec` in
 * package.json makes us a child of npm itself, not of its shell. Does nothing outside of npm, because a shell that
 * starts us may legitimately end first.
 */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  return setInterval(() => process.ppid !== parent && onGone(), 500)
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
