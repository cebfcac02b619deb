import { expect, test } from 'vitest'
import { jobLabels } from '../contract/site/job-labels.ts'
import type { Jobs } from './jobs/jobs.ts'
import { createLogger } from './setup/logger.ts'
import { testApp } from './test/test-app.ts'
import { work } from './work.ts'

const t = testApp({ mail: { url: 'smtp://localhost', from: 'reverie@site.example' } })

test('a worker runs every kind of job', async () => {
  const names: string[] = []
  const jobs: Jobs = { ...t.deps.jobs, work: async (name) => void names.push(name) }
  const signer = { signatureBytes: 0, endsAt: new Date(), sign: () => Buffer.alloc(0) }
  await using stack = new AsyncDisposableStack()
  await work({ ...t.deps, jobs, signer }, stack, { log: createLogger(), makesRenditions: true })
  expect(names.toSorted()).toEqual(Object.keys(jobLabels).toSorted())
})
