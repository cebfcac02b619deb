// Runs like a media child, but without an uploaded file. Loads the code of every task, and stores the compiled code in
// the folder that its argument names.
import { readdirSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'

// Node keeps only the modules that load after this call.
enableCompileCache(process.argv[2])
const { tasks } = await import('./child-tasks.ts')
await Promise.all([import('./child.ts'), import('./watchdog.ts')])
for (const load of Object.values(tasks)) await load()
// A task loads the reader of its file's container on demand.
const containers = new URL('../../../../contract/media/metadata/containers/', import.meta.url)
for (const name of readdirSync(containers)) await import(new URL(name, containers).href)
flushCompileCache()
process.exit(0)
