import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listPasskeys } from '../../../../contract/account/passkeys.ts'
import { getSite } from '../../../../contract/site/settings.ts'
import { answer } from '../../../test/answers.ts'
import { buildOwnUser } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { AuthPage } from '../sign-in/auth-page.tsx'
import { PasskeysPart } from './passkeys-part.tsx'

test('without https the settings say why there are no passkeys', async () => {
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('PublicKeyCredential', {})
  answer(listPasskeys, { passkeys: [] })
  const viewer = buildOwnUser()
  renderScreen(<PasskeysPart user={viewer} />, { viewer })
  expect(await screen.findByText('Passkeys need https or localhost.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  answer(getSite, { registration: 'open', contact: null, hasMail: false, ownRules: [] })
  renderScreen(<AuthPage />, { at: '/auth' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').autocomplete).toBe('username')
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})
