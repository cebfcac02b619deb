import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Overview } from '../../../../../contract/site/overview.ts'
import { MachineFacts } from './machine-facts.tsx'

const startedAt = new Date().toISOString()
const process = { host: 'one', pid: 7, version: '0.1.0', startedAt, beatAt: startedAt }
const overview = {
  clips: { total: 0, hidden: 0, bytes: 0, failed: 0 },
  queues: [],
  processes: [
    { ...process, id: '1', role: 'web', isAlive: true },
    { ...process, id: '2', role: 'worker', isAlive: false },
  ],
  letters: null,
  machine: { version: '0.1.0', startedAt, databaseVersion: '18.4', databaseBytes: 0, disks: [], lastBackupAt: null },
} as unknown as Overview

test("the site's processes are listed, and a missing one is marked", () => {
  render(<MachineFacts overview={overview} />)
  const lines = screen.getAllByText(/process 7, 0\.1\.0, started/).map((line) => line.closest('p')?.textContent)
  expect(lines).toEqual([
    expect.stringMatching(/^Web \(one, process 7, 0\.1\.0, started [^)]+\)$/),
    expect.stringMatching(/^Background work \(one, process 7, 0\.1\.0, started [^)]+\) Missing\. Last seen .+\.$/),
  ])
})

test('known queues are named by their purpose, other queues by their job', () => {
  const counts = { waiting: 2, running: 1, oldest: null }
  const queues = ['sign-renditions', 'greet-people'].map((name) => ({ name, ...counts }))
  render(<MachineFacts overview={{ ...overview, queues }} />)
  expect(screen.getAllByText(/in progress/).map((line) => line.textContent)).toEqual([
    'Files to sign: 2 waiting, 1 in progress',
    'greet-people: 2 waiting, 1 in progress',
  ])
})

test('the time of the last backup is shown, or that there is none', () => {
  const shown = () => screen.getByText('Last backup').nextElementSibling?.textContent
  const { rerender } = render(<MachineFacts overview={overview} />)
  expect(shown()).toBe('None made with npm run backup')
  const lastBackupAt = new Date(Date.now() - 2 * 3_600_000).toISOString()
  rerender(<MachineFacts overview={{ ...overview, machine: { ...overview.machine, lastBackupAt } }} />)
  expect(shown()).toMatch(/^2 h/)
})
