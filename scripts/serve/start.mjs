// Runs the bundled server. Plain JavaScript, because what strips the types of a script takes 18 MB that the server would
// keep.
import '../launch/stop-with-parent.mjs'
import { join } from 'node:path'

const { main, enableMediaBundle } = await import(join(import.meta.dirname, '../../dist/server/main.js'))
enableMediaBundle()
await main()
