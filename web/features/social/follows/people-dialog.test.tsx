import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listFollowers } from '../../../../contract/social/follows.ts'
import { answer, refuse } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { PeopleDialog } from './people-dialog.tsx'

const dialog = <PeopleDialog list="followers" person={{ id: 'p1', name: 'Ada' }} onClose={() => undefined} />

test('a list of people that fails to load can be loaded again', async () => {
  refuse(listFollowers, 500)
  const user = renderScreen(dialog)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answer(listFollowers, { followers: [], nextCursor: null })
  await user.click(retry)
  expect(await screen.findByText('No followers yet')).toBeTruthy()
})
