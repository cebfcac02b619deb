import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { requestReset } from '../../../../contract/account/recovery.ts'
import { getSite } from '../../../../contract/site/settings.ts'
import { answer, fill, renderScreen } from '../../../test/screens.tsx'
import { ForgotPage } from './forgot-page.tsx'

test('both recovery forms show the same e-mail address, and editing the address hides the notice', async () => {
  answer(getSite, { registration: 'open', contact: null, hasMail: true, ownRules: [] })
  const sent = answer(requestReset, () => {})
  const user = renderScreen(<ForgotPage />)
  const emails = () => screen.getAllByLabelText<HTMLInputElement>('Email').map(({ value }) => value)
  await screen.findByText('Send the link')
  await fill(screen.getAllByLabelText('Email')[0]!, 'a@b.org')
  expect(emails()).toEqual(['a@b.org', 'a@b.org'])
  await user.click(screen.getByText('Send the link'))
  expect(await screen.findByText(/we’ve sent a link/)).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'a@b.org' }])
  await user.type(screen.getAllByLabelText('Email')[1]!, 'x')
  expect(emails()).toEqual(['a@b.orgx', 'a@b.orgx'])
  expect(screen.queryByText(/we’ve sent a link/)).toBeNull()
})
