/**
 * Imported first by every script: stops this process cleanly once the bootstrap that started it is gone, even if it was
 * ended by kill -9, which only the end of the IPC channel reveals. Does nothing in a process without such a channel.
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
