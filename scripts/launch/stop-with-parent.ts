/**
 * Imported first by every script. Stops this process cleanly once the bootstrap that started it is gone. The end of the
 * IPC channel reveals that, even if kill -9 has ended the bootstrap. Does nothing in a process without such a channel.
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
