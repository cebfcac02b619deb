// Runs like a media child, but without an uploaded file: loads the code of every task, and leaves the compiled code in
// the folder that its argument names.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { tasks } from './child-tasks.ts'

enableCompileCache(process.argv[2])
for (const load of Object.values(tasks)) await load()
flushCompileCache()
process.exit(0)
