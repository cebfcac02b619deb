import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Overview } from '../../../../../contract/site/overview.ts'
import { renderScreen } from '../../../../test/screens.tsx'
import { StorageList } from './storage-list.tsx'

const person = { id: '1', userNumber: 7, username: 'ada', displayName: 'Ada', storedBytes: 3 * 1024 ** 3 }
const overview = {
  clips: { bytes: 5 * 1024 ** 3 },
  machine: { disks: [{ folder: '/data', freeBytes: 1, totalBytes: 2 * 1024 ** 4 }] },
  storage: {
    promisedGb: 51_200,
    exceedsDisk: true,
    largest: [
      { ...person, videosCount: 1_200 },
      { ...person, id: '2', username: null, displayName: '', storedBytes: 1, videosCount: 1 },
    ],
  },
} as unknown as Overview

test('the largest accounts are listed, and limits beyond the disk cause a warning', () => {
  renderScreen(<StorageList overview={overview} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ada @ada3.0 GB · 1,200 clips',
    'Account 71 byte · 1 clip',
  ])
  expect(screen.getByRole('link', { name: 'Ada @ada' }).getAttribute('href')).toBe('/profile/ada')
  expect(screen.getByText('Together, all accounts store 5.0 GB and may store up to 50.0 TB.')).toBeTruthy()
  expect(screen.getByText(/^That’s more than the disk holds \(2\.0 TB\)\./)).toBeTruthy()
})

test('no warning is shown while the sum of the limits fits the disk', () => {
  renderScreen(<StorageList overview={{ ...overview, storage: { ...overview.storage, exceedsDisk: false } }} />)
  expect(screen.getByText(/^Together, all accounts store/)).toBeTruthy()
  expect(screen.queryByText(/more than the disk holds/)).toBeNull()
})
