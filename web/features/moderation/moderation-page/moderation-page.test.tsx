import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getAccount } from '../../../../contract/account/account.ts'
import { listCases } from '../../../../contract/moderation/cases.ts'
import { listAppeals } from '../../../../contract/moderation/appeals.ts'
import { listPendingComments } from '../../../../contract/moderation/pending-comments.ts'
import { refuse } from '../../../test/answers.ts'
import { buildOwnUser } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ModerationPage } from './moderation-page.tsx'

test('a tab with code that fails to load leads back to the cases', async () => {
  for (const endpoint of [getAccount, listCases, listAppeals, listPendingComments]) refuse(endpoint, 404)
  const user = renderScreen(<ModerationPage />, { viewer: buildOwnUser({ role: 'moderator' }) })
  const appeals = await screen.findByRole('tab', { name: 'Appeals' })
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => network.mockRestore())
  await user.click(appeals)
  expect(await screen.findByText('We couldn’t load this part of the page')).toBeTruthy()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Cases')
})
