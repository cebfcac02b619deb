/**
 * Imported first by every script: stops this process in order when the bootstrap that started it is gone, even by
 * kill -9, which nothing but the end of the IPC channel tells us. Does nothing in a process that has no such channel.
 */
const stopDeadlineMs = 15_000

if (process.channel) {
  process.on('disconnect', () => {
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), stopDeadlineMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // Listening must not keep a script alive that has nothing else to do.
  process.channel.unref()
}
