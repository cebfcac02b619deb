import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeSiteSettings, getSiteSettings } from '../../../../../contract/site/settings.ts'
import { answer } from '../../../../test/answers.ts'
import { buildSiteSettings } from '../../../../test/build.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { SettingsTab } from './settings-tab.tsx'

const saved = buildSiteSettings({ blockedEmailDomains: ['spam.example'] })

test('an admin adds to the block lists, and a wrong entry is named by its field', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  const domains = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Blocked email domains' })
  const networks = screen.getByRole('textbox', { name: 'Blocked networks' })
  expect(domains.value).toBe('spam.example')
  await user.type(domains, '\nhttps://Bücher.example/x\n')
  await user.type(networks, '192.0.2.7\nspam.example')
  await user.type(screen.getByRole('textbox', { name: 'Blocked link domains' }), 'CashNow.online')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('“spam.example” isn’t an address or network, such as 192.0.2.0/24')).toBeTruthy()
  expect(document.activeElement).toBe(networks)
  expect(requests).toEqual([])

  await user.clear(networks)
  await user.type(networks, '2001:DB8:0::/32')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    {
      blockedEmailDomains: ['spam.example', 'xn--bcher-kva.example'],
      blockedNetworks: ['2001:db8::/32'],
      blockedLinkDomains: ['cashnow.online'],
    },
  ])
})
