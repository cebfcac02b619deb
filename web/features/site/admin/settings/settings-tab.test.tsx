import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { alertKinds } from '../../../../../contract/site/alerts.ts'
import { defaultBranding } from '../../../../../contract/site/default-branding.ts'
import { changeSiteSettings, getSiteSettings } from '../../../../../contract/site/settings.ts'
import { createUpload } from '../../../../../contract/videos/uploads.ts'
import { site } from '../../../../page/site.ts'
import { answer } from '../../../../test/answers.ts'
import { buildSiteSettings } from '../../../../test/build.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { SettingsTab } from './settings-tab.tsx'

const saved = buildSiteSettings()

test('an admin chooses the alerts, the webhook and the days until a backup is overdue', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  await user.click(await screen.findByRole('checkbox', { name: /^Appeals/ }))
  await user.type(screen.getByRole('textbox', { name: 'Webhook' }), 'hooks.example.org/1')
  const days = screen.getByRole('textbox', { name: 'Days until a backup is overdue' })
  await user.clear(days)
  await user.type(days, '0')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter a number of days from 1 to 365')).toBeTruthy()
  expect(screen.getByText('Please enter an address that starts with https://')).toBeTruthy()
  expect(requests).toEqual([])

  await user.clear(days)
  await user.type(days, '2')
  const webhook = screen.getByRole('textbox', { name: 'Webhook' })
  await user.clear(webhook)
  await user.type(webhook, ' https://hooks.example.org/1 ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    {
      alerts: alertKinds.filter((kind) => kind !== 'appeal'),
      alertWebhook: 'https://hooks.example.org/1',
      backupDays: 2,
    },
  ])
})

test('the field for the days is disabled while no alert about backups is sent', async () => {
  answer(getSiteSettings, { ...saved, alerts: [] })
  const user = renderScreen(<SettingsTab />)
  const days = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Days until a backup is overdue' })
  expect(days.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /^Failed or overdue backups/ }))
  expect(days.disabled).toBe(false)
})

test('a storage limit is a whole number from 1 to 100,000', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Storage per person, in GB' })
  expect(field.value).toBe('10')
  const save = async (typed: string) => {
    await user.clear(field)
    if (typed) await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }
  for (const typed of ['0', '-1', '1.5', '1e99', 'ten', '', '100001']) {
    await save(typed)
    expect([typed, field.getAttribute('aria-invalid')]).toEqual([typed, 'true'])
  }
  expect(screen.getByText('Please enter a whole number of GB from 1 to 100,000')).toBeTruthy()
  await save('50')
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ storageLimitGb: 50 }])
})

test('an admin changes the ticker line by line; an invalid address is refused with a sentence', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  const ticker = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ticker' })
  expect(ticker.value.split('\n').slice(2, 4)).toEqual(['Built on', 'Node.js https://nodejs.org'])
  await user.clear(ticker)
  await user.type(ticker, 'New season{Enter}{Enter}Rules /rules{Enter}Shop ftp://example.org')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const refusal = '“ftp://example.org” in the ticker isn’t a web address. Please start it with https://, http:// or /.'
  expect(await screen.findByText(refusal)).toBeTruthy()
  expect(requests).toEqual([])

  await user.type(ticker, '{Backspace>17/}https://example.org')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toMatchObject([
    {
      ticker: [
        { text: 'New season', url: null },
        { text: 'Rules', url: '/rules' },
        { text: 'Shop', url: 'https://example.org' },
      ],
    },
  ])
})

test('an admin changes the taglines, the links in the footer and the default theme', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  for (const [name, typed] of [
    ['Tagline', 'Films by the sea'],
    ['Splash tagline', 'Dream on'],
    ['Links in the footer', 'Our blog'],
  ] as const) {
    const field = await screen.findByRole('textbox', { name })
    await user.clear(field)
    await user.type(field, typed)
  }
  await user.selectOptions(screen.getByRole('combobox', { name: 'Default theme' }), 'Same as the visitor’s device')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^“Our blog” in the footer has no address\./)).toBeTruthy()
  expect(requests).toEqual([])

  await user.type(screen.getByRole('textbox', { name: 'Links in the footer' }), ' https://example.org')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toMatchObject([
    {
      tagline: 'Films by the sea',
      splashTagline: 'Dream on',
      footerLinks: [{ text: 'Our blog', url: 'https://example.org' }],
      defaultTheme: 'system',
    },
  ])
})

test('an admin chooses the AI tools of the upload form, at least one', async () => {
  answer(getSiteSettings, { ...saved, tools: ['openai-sora'] })
  const requests = answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  await user.click(await screen.findByRole('checkbox', { name: 'OpenAI Sora' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The list of AI tools is empty. Please choose at least one.')).toBeTruthy()
  expect(requests).toEqual([])

  for (const name of ['Other', 'Google Veo 3']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toMatchObject([{ tools: ['google-veo-3', 'other'] }])
})

test('an admin adds, changes and removes rules; an invalid one is named and gets the focus', async () => {
  const politics = { key: 'own-1' as const, title: 'No politics', text: 'No campaigns.', isRetired: false }
  const retired = { key: 'own-2' as const, title: 'No songs', text: '', isRetired: true }
  answer(getSiteSettings, { ...saved, ownRules: [politics, retired] })
  const added = { key: 'own-3' as const, title: 'No music', text: 'Songs belong elsewhere.', isRetired: false }
  const requests = answer(changeSiteSettings, {
    ...saved,
    ownRules: [added, { ...politics, text: '', isRetired: true }],
  })
  onTestFinished(() => void Object.assign(site, defaultBranding))
  const user = renderScreen(<SettingsTab />)
  const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of the rule/ })
  const texts = () => screen.getAllByRole('textbox', { name: /^Text of the rule/ })
  await screen.findByRole('group', { name: 'No politics' })
  expect(names().map(({ value }) => value)).toEqual(['No politics'])
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  expect(document.activeElement).toBe(names()[1])
  await user.keyboard('no POLITICS')
  await user.type(texts()[1]!, 'Songs belong elsewhere.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Two rules are named “no POLITICS”. Please give each a name of its own.')).toBeTruthy()
  expect(document.activeElement).toBe(names()[1])
  expect(requests).toEqual([])
  await user.clear(names()[1]!)
  await user.type(names()[1]!, 'No music')
  await user.click(screen.getByRole('button', { name: 'Remove No politics' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a rule' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    { ownRules: [{ key: null, title: 'No music', text: 'Songs belong elsewhere.' }] },
  ])
  // A second change names the key that the server gave to the new rule.
  await user.type(texts()[0]!, '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.body).toMatchObject({ ownRules: [{ key: 'own-3' }] })
})

test('no eleventh rule can be added', async () => {
  const ownRules = Array.from({ length: 10 }, (_, i) => ({
    key: `own-${i + 1}` as const,
    title: `Rule ${i}`,
    text: 'x',
    isRetired: false,
  }))
  answer(getSiteSettings, { ...saved, ownRules })
  renderScreen(<SettingsTab />)
  expect(await screen.findByText('There are 10 added rules, the most a site can have.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull()
})

test('an admin names the site; a name that is empty or too long is refused with a sentence', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, { ...saved, siteName: 'Club' })
  onTestFinished(() => void Object.assign(site, defaultBranding))
  const user = renderScreen(<SettingsTab />)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Site name' })
  expect(name.value).toBe('Reverie')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The site name is empty. Please enter one.')).toBeTruthy()
  await user.type(name, 'x'.repeat(41))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The site name has 41 characters. Please use at most 40.')).toBeTruthy()
  expect(requests).toEqual([])

  await user.clear(name)
  await user.type(name, ' Club ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ siteName: 'Club' }])
  expect(site.siteName).toBe('Club')
})

test('an admin chooses an accent colour and reads how the themes show it; text that is not a colour is refused', async () => {
  answer(getSiteSettings, saved)
  const requests = answer(changeSiteSettings, { ...saved, accentColour: '#ffe600' })
  onTestFinished(() => void Object.assign(site, defaultBranding))
  const user = renderScreen(<SettingsTab />)
  const field = await screen.findByRole('textbox', { name: 'Accent colour' })
  await user.type(field, 'yellow')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The accent colour “yellow” isn’t a colour code\./)).toBeTruthy()
  expect(requests).toEqual([])
  await user.clear(field)
  await user.type(field, '#FFE600')
  const sentence =
    'The light theme uses #af9e0f, because #ffe600 is hard to see on its background. Pages that are already open show it after a reload.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ accentColour: '#ffe600' }])
})

test('an admin chooses an icon, which is uploaded when the form is saved; an SVG is refused with a sentence', async () => {
  answer(getSiteSettings, saved)
  answer(createUpload, { uploadURL: `${location.origin}/api/uploads/a?signature=x`, resumableURL: '' })
  const puts = answer({ method: 'PUT', path: '/api/uploads/:id' } as never, {} as never)
  const requests = answer(changeSiteSettings, { ...saved, icon: 'abc' })
  onTestFinished(() => void Object.assign(site, defaultBranding))
  const user = renderScreen(<SettingsTab />)
  const picker = await screen.findByLabelText('Icon file')
  const choose = (file: File) => fireEvent.change(picker, { target: { files: [file] } })
  choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
  const refusal = /^SVG files can contain scripts/
  expect(screen.getByText(refusal)).toBeTruthy()
  choose(new File(['x'], 'a.png', { type: 'image/png' }))
  expect(screen.queryByText(refusal)).toBeNull()
  expect(puts).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(puts).toHaveLength(1)
  expect(requests.map(({ body }) => body)).toEqual([{ icon: `${location.origin}/api/uploads/a` }])

  await user.click(screen.getByRole('button', { name: 'Use the default' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ icon: null }))
})

test('the sections with unsaved changes are named until they are saved, and each section has a link', async () => {
  answer(getSiteSettings, saved)
  answer(changeSiteSettings, saved)
  const user = renderScreen(<SettingsTab />)
  const [links] = await screen.findAllByRole('navigation', { name: 'Sections' })
  const targets = [...links!.querySelectorAll('a')].map((link) => link.getAttribute('href')!.slice(1))
  expect(targets.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Joining',
    'Comments',
    'Rules',
    'Block lists',
    'Storage',
    'Team',
    'Appearance',
  ])
  const contact = screen.getByRole('textbox', { name: 'Contact' })
  await user.type(contact, 'Us')
  await user.type(screen.getByRole('textbox', { name: 'Tagline' }), '!')
  expect(screen.getByText('Unsaved changes in: Team, Appearance')).toBeTruthy()
  await user.clear(contact)
  expect(screen.getByText('Unsaved changes in: Appearance')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(screen.queryByText(/^Unsaved changes/)).toBeNull()
})

test.each([
  ['a contact text that the admin adds', { before: null, typed: 'Us', hadContact: false, has: true }],
  ['no contact text after the admin removes it', { before: 'Us', typed: '', hadContact: true, has: false }],
  ['the text of a file, which no setting removes', { before: null, typed: null, hadContact: true, has: true }],
])('after saving, the contact page has %s', async (_what, { before, typed, hadContact, has }) => {
  site.hasContact = hadContact
  onTestFinished(() => void Object.assign(site, defaultBranding, { hasContact: false }))
  answer(getSiteSettings, { ...saved, contact: before })
  answer(changeSiteSettings, { ...saved, contact: typed || null })
  const user = renderScreen(<SettingsTab />)
  const contact = await screen.findByRole('textbox', { name: 'Contact' })
  if (typed !== null) await user.clear(contact)
  if (typed) await user.type(contact, typed)
  await user.type(screen.getByRole('textbox', { name: 'Tagline' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your new settings are in effect.')).toBeTruthy()
  expect(site.hasContact).toBe(has)
})
