// Stands in for the server: stops cleanly and prints the messages that it received.
import './stop-with-parent.mjs'

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    console.log(signal)
    setTimeout(() => {
      console.log('stopped in order')
      process.exit(3)
    }, 100)
  })
}
setInterval(() => {}, 1000)
console.log('ready')
