// Where a media child and its watchdog thread start. This file is plain JavaScript, and it enables the compiled code
// before it imports any module of ours. Stripping the types of one module takes about as long as loading all the
// compiled ones.
import { enableCompileCache } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** @type {import('../../tasks.ts').MediaRequest} */
const request = JSON.parse(process.argv[2] ?? '')
if (request.compiledCode) enableCompileCache(request.compiledCode)
if (isMainThread) {
  const { runTask } = await import('./child.ts')
  await runTask(request)
} else {
  const { watch } = await import('./watchdog.ts')
  watch(request.task)
}
