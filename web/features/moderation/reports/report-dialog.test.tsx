import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportVideo } from '../../../../contract/moderation/reports.ts'
import { refuse, renderScreen } from '../../../test/screens.tsx'
import { ReportDialog } from './report-dialog.tsx'

test('the reasons of a report show why the server refuses the chosen one, which gets the focus', async () => {
  const message = 'This rule was removed. Please choose another one.'
  refuse(reportVideo, 400, { code: 'VALIDATION_FAILED', message, issues: [{ path: 'reason', message }] })
  const user = renderScreen(<ReportDialog kind="video" id="v1" name="Dunes" onClose={() => {}} />)
  await user.click(screen.getByRole('button', { name: 'Submit report' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole('radiogroup', { description: message })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { checked: true })))
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
