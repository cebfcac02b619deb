import { type Jobs, startJobs } from '../jobs/jobs.ts'

/** Returns a queue that starts when a test first uses it. It has its maintenance and listeners if a test runs jobs. */
export function startJobsOnDemand(url: string): Jobs {
  let sender: Promise<Jobs> | undefined
  let worker: Promise<Jobs> | undefined

  // A start that failed, for example because the test's database is away, is tried again.
  const startSender = () =>
    (sender ??= startJobs(url, console, { enqueuesOnly: true }).catch((error: unknown) => {
      sender = undefined
      throw error
    }))

  return {
    enqueue: async (...job) => (await startSender()).enqueue(...job),
    work: async (...job) => (await (worker ??= startJobs(url, console))).work(...job),
    async stop() {
      for (const started of [worker, sender]) await (await started)?.stop()
    },
  }
}
