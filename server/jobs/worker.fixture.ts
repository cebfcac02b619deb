// Takes `render-stream` jobs and never finishes one, until it is killed: `worker.fixture.ts <database's address>`.
import { startJobs } from './jobs.ts'

const jobs = await startJobs(process.argv[2] ?? '', console)
await jobs.work('render-stream', 1, () => new Promise(() => {}))
console.log('ready')
