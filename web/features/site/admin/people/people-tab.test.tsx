import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listPeople } from '../../../../../contract/site/people.ts'
import { answer } from '../../../../test/answers.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { PeopleTab } from './people-tab.tsx'

test('an admin lists the accounts that joined within some days and have no clips', async () => {
  const requests = answer(listPeople, { people: [], nextCursor: null })
  const user = renderScreen(<PeopleTab />)
  expect(await screen.findByText('No accounts yet.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Joined from'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('Joined until'), { target: { value: '2026-11-21' } })
  await user.click(screen.getByRole('checkbox', { name: 'No clips' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), '@spam.example{Enter}')
  expect(await screen.findByText('No matching accounts.')).toBeTruthy()
  await expect
    .poll(() => requests.at(-1)?.query)
    .toMatchObject({
      q: '@spam.example',
      joinedFrom: '2026-11-20',
      joinedUntil: '2026-11-21',
      clips: 'none',
    })
})
