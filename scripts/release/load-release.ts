// Runs in a release, with its own Node. Loads all code that its processes need, and exits with 0 if that works.
import { accessSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import '../launch/stop-with-parent.mjs'
import '../../server/main.ts'
import { linkLibraries } from '../../server/embedded/binaries.ts'
import { readBuiltPage } from '../../server/http/replies/web-app.ts'
import { BUNDLE } from '../serve/build-server.ts'

await import(resolve(BUNDLE))
// Loading these files would start the server and a media child.
for (const file of ['scripts/serve/start.mjs', 'dist/media/child.js']) accessSync(file)
await readBuiltPage('index')
for (const file of globSync('dist/media/*.js', { exclude: ['dist/media/child.js'] })) await import(resolve(file))
// Made now, because the service may not write here and would copy PostgreSQL elsewhere.
linkLibraries()
process.exit(0)
