import { act, cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { checkResetLink, resetPassword, type ResetPasswordBody } from '../../../../contract/account/recovery.ts'
import { answer, fill, refuse, renderScreen } from '../../../test/screens.tsx'
import { ResetPage } from './reset-page.tsx'

beforeEach(() => void answer(checkResetLink, undefined))

test.each([true, false])(
  'the page asks whether the account was stolen (%s), and then names the next step',
  async (wasTakenOver) => {
    const sent = answer(resetPassword, () => {})
    const user = renderScreen(<ResetPage />, { at: '/auth/reset#a-token' })
    await fill(await screen.findByLabelText('New password'), 'violet teapots')
    if (wasTakenOver) await user.click(screen.getByRole('checkbox', { name: /Someone else got into my account/ }))
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(
      await screen.findByText(wasTakenOver ? /all passkeys and recovery codes are removed/ : /you can remove passkeys/),
    ).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'a-token', password: 'violet teapots', wasTakenOver }])
  },
)

test('a link that is opened in the tab of a used one shows its own form', async () => {
  const sent = answer(resetPassword, () => {})
  const user = renderScreen(<ResetPage />, { at: '/auth/reset#first' })
  const setPassword = async () => {
    await fill(await screen.findByLabelText('New password'), 'violet teapots')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    await screen.findByRole('heading', { name: 'Your new password is set' })
  }
  await setPassword()
  history.replaceState(null, '', '/auth/reset#second')
  act(() => void dispatchEvent(new Event('hashchange')))
  await setPassword()
  expect(sent.map(({ body }) => (body as ResetPasswordBody).token)).toEqual(['first', 'second'])
})

test('the token leaves the address and survives a reload, and a link that is used during typing offers a new one', async () => {
  renderScreen(<ResetPage />, { at: '/auth/reset#a-token' })
  expect(await screen.findByLabelText('New password')).toBeTruthy()
  expect(location.pathname + location.hash).toBe('/auth/reset')
  cleanup()
  const user = renderScreen(<ResetPage />, { at: '/auth/reset' })
  await fill(await screen.findByLabelText('New password'), 'violet teapots')
  for (const endpoint of [resetPassword, checkResetLink]) refuse(endpoint, 404, { code: 'NOT_FOUND' })
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe('/auth/forgot')
})

test('a link that no longer works shows no form, and one that cannot be checked can still be tried', async () => {
  const checked = refuse(checkResetLink, 404, { code: 'NOT_FOUND' })
  renderScreen(<ResetPage />, { at: '/auth/reset#used' })
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  expect(checked.map(({ body }) => body)).toEqual([{ token: 'used' }])
  cleanup()
  refuse(checkResetLink, 503)
  const user = renderScreen(<ResetPage />, { at: '/auth/reset#unchecked' })
  await fill(await screen.findByLabelText('New password'), 'violet teapots')
  refuse(resetPassword, 404, { code: 'NOT_FOUND', message: 'This link no longer works' })
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText('This link no longer works')).toBeTruthy()
})
