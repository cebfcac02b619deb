import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Account, getAccount } from '../../../../contract/account/account.ts'
import { listPasskeys, type Passkey, removePasskey } from '../../../../contract/account/passkeys.ts'
import { getSite } from '../../../../contract/site/settings.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
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

test.each([
  ['removed', () => answer(removePasskey, undefined)],
  ['already removed elsewhere', () => refuse(removePasskey, 404, { code: 'NOT_FOUND', message: 'Passkey not found' })],
])(
  'if a passkey is %s, it leaves the list and the focus moves to the next one, or to the button below the list',
  async (_, reply) => {
    const at = '2026-11-27T12:00:00Z'
    const passkeys = ['Laptop', 'Phone'].map((name): Passkey => {
      return { id: name, name, rpId: 'localhost', isForHere: true, isBackedUp: false, createdAt: at, usedAt: null }
    })
    answer(getAccount, { passkeysOnly: true, recoveryCodesLeft: 1 } as Account)
    answer(listPasskeys, { passkeys })
    reply()
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PublicKeyCredential', {})
    const viewer = buildOwnUser()
    const user = renderScreen(<PasskeysPart user={viewer} />, { viewer })
    /** Removes the passkey, and expects the focus first on the pressed button and then on this one. */
    const remove = async (name: string, consequence: RegExp, left: Passkey[], focused: string) => {
      const button = await screen.findByRole('button', { name: `Remove ${name}` })
      await user.click(button)
      const arrived = Promise.withResolvers<void>()
      answer(listPasskeys, async () => {
        await arrived.promise
        return { passkeys: left }
      })
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.getByText(consequence)).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: 'Remove' }))
      await expect.poll(() => document.activeElement).toBe(button)
      arrived.resolve()
      await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: focused }))
    }
    await remove('Laptop', /may keep offering it/, passkeys.slice(1), 'Rename Phone')
    await remove('Phone', /turn your password back on/, [], 'Add a passkey')
  },
)
