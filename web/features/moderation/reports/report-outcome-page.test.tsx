import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { getReport } from '../../../../contract/moderation/report-outcomes.ts'
import { refuse, renderScreen } from '../../../test/screens.tsx'
import { ReportOutcomePage } from './report-outcome-page.tsx'

test('the address of an unknown report says that the report is not found', async () => {
  refuse(getReport, 404, { code: 'NOT_FOUND' })
  renderScreen(<Route path="/reports/:id" component={ReportOutcomePage} />, { at: '/reports/unknown' })
  expect(await screen.findByRole('heading', { name: 'Report not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Feed' }).getAttribute('href')).toBe('/')
})
