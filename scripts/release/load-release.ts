// Runs in a release, with its own Node. Loads all code that its processes need, and exits with 0 if that works.
import { accessSync } from 'node:fs'
import { resolve } from 'node:path'
import '../launch/stop-with-parent.mjs'
import '../../server/main.ts'
import { linkLibraries } from '../../server/embedded/binaries.ts'
import { readBuiltPage } from '../../server/http/replies/web-app.ts'
import { BUNDLE } from '../serve/build-server.ts'
import { tasks } from '../../server/media/engine/child/child-tasks.ts'

await import(resolve(BUNDLE))
// Loading this file would start the server.
accessSync('scripts/serve/start.mjs')
await readBuiltPage('index')
for (const load of Object.values(tasks)) await load()
// Made now, because the service may not write here and would copy PostgreSQL elsewhere.
linkLibraries()
process.exit(0)
