/**
 * Every script imports this module first. It stops the process cleanly once the bootstrap that started it has ended.
 * The end of the bootstrap closes the IPC channel, even after kill -9. Does nothing in a process without such a
 * channel.
 */
const stopDeadlineMs = 15_000

if (process.channel) {
  process.on('disconnect', () => {
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), stopDeadlineMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // Listening must not keep a finished script alive.
  process.channel.unref()
}
