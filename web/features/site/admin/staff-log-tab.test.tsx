import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listStaffLog, type StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { answer } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { StaffLogTab } from './staff-log-tab.tsx'

const line = (id: string): StaffLogLine => ({
  id,
  at: '2026-01-01T00:00:00Z',
  act: id,
  actor: null,
  person: null,
  facts: [],
})

test('a failed next page is announced, keeps the earlier lines, and can be loaded again', async () => {
  let isDown = true
  answer(listStaffLog, ({ query: { cursor } }) => {
    if (cursor === undefined) return { lines: [line('Newest')], nextCursor: 'older' }
    if (isDown) throw new TypeError('Failed to fetch')
    return { lines: [line('Oldest')], nextCursor: null }
  })
  const user = renderScreen(<StaffLogTab />)
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }))
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t load more lines.')
  expect(screen.getByText(/Newest/)).toBeTruthy()

  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/Oldest/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
