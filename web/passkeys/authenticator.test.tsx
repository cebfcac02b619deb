import { afterEach, expect, test, vi } from 'vitest'
import { createPasskeyChallenge } from '../../contract/account/passkeys.ts'
import { defaultBranding } from '../../contract/site/default-branding.ts'
import { site } from '../page/site.ts'
import { answer } from '../test/screens.tsx'
import { buildOwnUser } from '../test/build.ts'
import { createPasskey } from './authenticator.ts'

afterEach(() => {
  Object.assign(site, defaultBranding)
  vi.unstubAllGlobals()
})

test('the browser shows the site’s name with a new passkey of the host', async () => {
  answer(createPasskeyChallenge, { challenge: 'AAAA', rpId: 'club.example', userHandle: 'AAAA', credentials: [] })
  const created: CredentialCreationOptions[] = []
  const create = (options: CredentialCreationOptions) => {
    created.push(options)
    return Promise.reject(new Error('Cancelled'))
  }
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.stubGlobal('navigator', { onLine: true, credentials: { create } })
  site.siteName = 'Club'
  await expect(createPasskey(buildOwnUser())).rejects.toThrow('Cancelled')
  expect(created.map(({ publicKey }) => publicKey?.rp)).toEqual([{ id: 'club.example', name: 'Club' }])
})
