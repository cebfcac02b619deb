import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getExport } from '../../../../contract/account/export.ts'
import { getOwnStorage } from '../../../../contract/videos/uploads.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { DataSection } from './data-section.tsx'

const GB = 1024 ** 3

test.each([
  [0, '0 of 10 GB used', '0'],
  [1, 'less than 0.1 of 10 GB used', '0'],
  [9.85 * GB, '9.8 of 10 GB used', '98'],
  [10 * GB - 1, '9.9 of 10 GB used', '99'],
  [1_234.5 * GB, '1,234.5 of 10 GB used', '100'],
])('%d bytes are shown as “%s”, as text and as a meter', async (usedBytes, words, percent) => {
  answer(getOwnStorage, { usedBytes: Math.floor(usedBytes), limitBytes: 10 * GB })
  renderScreen(<DataSection user={buildOwnUser()} />)
  const meter = await screen.findByRole('meter', { name: 'Storage' })
  expect([meter.getAttribute('aria-valuetext'), meter.getAttribute('aria-valuenow')]).toEqual([words, percent])
  expect(screen.getByText(words)).toBeTruthy()
})

test('if the storage usage cannot be loaded, the page still shows its other parts', async () => {
  refuse(getOwnStorage, 400)
  const user = renderScreen(<DataSection user={buildOwnUser()} />)
  expect(await screen.findByText('We couldn’t load your storage')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading your data' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Prepare the download' })).toBeTruthy()
  answer(getOwnStorage, { usedBytes: GB, limitBytes: 10 * GB })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('1 of 10 GB used')).toBeTruthy()
})

test('the prepared download is announced, and takes the focus unless the viewer has moved it', async () => {
  answer(getOwnStorage, { usedBytes: GB, limitBytes: 10 * GB })
  const account = { number: 0, fileName: 'a.zip', url: '/a.zip', sizeBytes: 1, clipsCount: 0, from: null, until: null }
  const plan = { parts: [account], underWay: null }
  const prepare = async () => {
    const user = renderScreen(<DataSection user={buildOwnUser()} />)
    await user.click(await screen.findByRole('button', { name: 'Prepare the download' }))
  }
  answer(getExport, plan)
  await prepare()
  expect((await screen.findByText('Your download has 1 file.')).role).toBe('status')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Download' }))
  cleanup()

  const { promise, resolve } = Promise.withResolvers<typeof plan>()
  answer(getExport, () => promise)
  await prepare()
  const leave = screen.getByRole('button', { name: 'Delete my account' })
  leave.focus()
  resolve(plan)
  expect(await screen.findByText('Your download has 1 file.')).toBeTruthy()
  expect(document.activeElement).toBe(leave)
})
