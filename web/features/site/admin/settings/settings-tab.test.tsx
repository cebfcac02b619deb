import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alertKinds } from '../../../../../contract/site/alerts.ts'
import { defaultBranding } from '../../../../../contract/site/default-branding.ts'
import { changeSiteSettings, getSiteSettings, type SiteSettings } from '../../../../../contract/site/settings.ts'
import { createUpload } from '../../../../../contract/videos/uploads.ts'
import { queryClient } from '../../../../net/query-client.ts'
import { site } from '../../../../page/site.ts'
import { answer, fill, renderScreen } from '../../../../test/screens.tsx'
import { buildOwnUser, buildSiteSettings } from '../../../../test/build.ts'
import { SettingsTab } from './settings-tab.tsx'

const saved = buildSiteSettings()

/** Opens the settings, which the server changes to `after`. Each test may change the site's appearance. */
function openSettings(before: SiteSettings = saved, after: SiteSettings = saved) {
  answer(getSiteSettings, before)
  const requests = answer(changeSiteSettings, () => {
    answer(getSiteSettings, after)
    return after
  })
  onTestFinished(() => void Object.assign(site, defaultBranding))
  const user = renderScreen(<SettingsTab />, { viewer: buildOwnUser({ id: 'admin', role: 'admin' }) })
  return {
    user,
    /** Presses Save, and waits for the refusal or, without one, for the confirmation. */
    save: async (refusal?: string | RegExp) => {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findByText(refusal ?? 'Your new settings are in effect.')).toBeTruthy()
    },
    /** Returns the bodies that were sent. */
    bodies: () => requests.map(({ body }) => body),
  }
}

const tooLittle = 'Please enter a whole number of GB from 1 to 100,000'
const links = [
  { text: 'New season', url: null },
  { text: 'Rules', url: '/rules' },
  { text: 'Shop', url: 'https://example.org' },
]
test.each<
  [
    name: string,
    refused: Record<string, string | RegExp>,
    typed: string,
    stored: string,
    change: Partial<Record<keyof SiteSettings, unknown>>,
  ]
>([
  [
    'Storage per person, in GB',
    Object.fromEntries(['0', '-1', '1.5', '1e99', 'ten', '', '100001'].map((typed) => [typed, tooLittle])),
    '50',
    '50',
    { storageLimitGb: 50 },
  ],
  ['Days until a backup is overdue', { 0: 'Please enter a number of days from 1 to 365' }, '2', '2', { backupDays: 2 }],
  [
    'Webhook',
    { 'hooks.example.org/1': 'Please enter an address that starts with https://' },
    ' https://hooks.example.org/1 ',
    'https://hooks.example.org/1',
    { alertWebhook: 'https://hooks.example.org/1' },
  ],
  [
    'Ticker',
    {
      'Shop ftp://example.org':
        /^“ftp:\/\/example\.org” in the ticker isn’t a web address\. Please start it with https/,
    },
    'New season\n\nRules /rules\nShop https://example.org',
    'New season\nRules /rules\nShop https://example.org',
    { ticker: links },
  ],
  [
    'Links in the footer',
    { 'Our blog': /^“Our blog” in the footer has no address\./ },
    'Shop https://example.org',
    'Shop https://example.org',
    { footerLinks: links.slice(2) },
  ],
  [
    'Site name',
    {
      '': 'The site name is empty. Please enter one.',
      ['x'.repeat(41)]: 'The site name has 41 characters. Please use at most 40.',
    },
    ' Club ',
    'Club',
    { siteName: 'Club' },
  ],
  ['Tagline', {}, 'Films by the sea', 'Films by the sea', { tagline: 'Films by the sea' }],
  ['Splash tagline', {}, 'Dream on', 'Dream on', { splashTagline: 'Dream on' }],
  [
    'Accent colour',
    { yellow: /^The accent colour “yellow” isn’t a colour code\./ },
    '#FFE600',
    '#ffe600',
    { accentColour: '#ffe600' },
  ],
  [
    'Blocked email domains',
    {},
    'spam.example\nhttps://Bücher.example/x\n',
    'spam.example\nxn--bcher-kva.example',
    { blockedEmailDomains: ['spam.example', 'xn--bcher-kva.example'] },
  ],
  [
    'Blocked networks',
    { '192.0.2.7\nspam.example': '“spam.example” isn’t an address or network, such as 192.0.2.0/24' },
    '2001:DB8:0::/32',
    '2001:db8::/32',
    { blockedNetworks: ['2001:db8::/32'] },
  ],
  ['Blocked link domains', {}, 'CashNow.online', 'cashnow.online', { blockedLinkDomains: ['cashnow.online'] }],
])('invalid values of “%s” are refused, and a valid one is stored', async (name, refused, typed, stored, change) => {
  const { save, bodies } = openSettings(saved, { ...saved, ...change } as SiteSettings)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name })
  for (const [value, sentence] of Object.entries(refused)) {
    await fill(field, value)
    await save(sentence)
    expect([value, field.getAttribute('aria-invalid')]).toEqual([value, 'true'])
  }
  await fill(field, typed)
  await save()
  expect(bodies()).toEqual([change])
  expect(site).toMatchObject(change)
  await expect.poll(() => field.value).toBe(stored)
})

test('an admin chooses the default theme, the alerts, and at least one AI tool', async () => {
  const { user, save, bodies } = openSettings({ ...saved, tools: ['openai-sora'] })
  const toggle = (name: string | RegExp) => user.click(screen.getByRole('checkbox', { name }))
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Default theme' }),
    'Same as the visitor’s device',
  )
  const days = screen.getByRole<HTMLInputElement>('textbox', { name: 'Days until a backup is overdue' })
  expect(days.disabled).toBe(false)
  await toggle(/^Failed or overdue backups/)
  expect(days.disabled).toBe(true)
  await toggle('OpenAI Sora')
  await save('The list of AI tools is empty. Please choose at least one.')
  for (const name of ['Other', 'Google Veo 3']) await toggle(name)
  await save()
  const alerts = alertKinds.filter((kind) => kind !== 'backup')
  expect(bodies()).toEqual([{ alerts, tools: ['google-veo-3', 'other'], defaultTheme: 'system' }])
})

test('an admin edits the rules, and an invalid rule gets the focus', async () => {
  const politics = { key: 'own-1' as const, title: 'No politics', text: 'No campaigns.', isRetired: false }
  const retired = { key: 'own-2' as const, title: 'No songs', text: '', isRetired: true }
  const added = { key: 'own-3' as const, title: 'No music', text: 'Songs belong elsewhere.', isRetired: false }
  const { user, save, bodies } = openSettings(
    { ...saved, ownRules: [politics, retired] },
    { ...saved, ownRules: [added, { ...politics, text: '', isRetired: true }] },
  )
  const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of the rule/ })
  const texts = () => screen.getAllByRole('textbox', { name: /^Text of the rule/ })
  await screen.findByRole('group', { name: 'No politics' })
  expect(names().map(({ value }) => value)).toEqual(['No politics'])
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  expect(document.activeElement).toBe(names()[1])
  await user.keyboard('no POLITICS')
  await fill(texts()[1]!, 'Songs belong elsewhere.')
  await save('Another rule is already named “no POLITICS”. Please choose another name.')
  expect(document.activeElement).toBe(names()[1])
  await fill(names()[1]!, 'No music')
  await user.click(screen.getByRole('button', { name: 'Remove No politics' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a rule' }))
  await save()
  expect(bodies()).toEqual([{ ownRules: [{ key: null, title: 'No music', text: 'Songs belong elsewhere.' }] }])
  // A second change names the key that the server gave to the new rule.
  await user.type(texts()[0]!, '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies()[1]).toMatchObject({ ownRules: [{ key: 'own-3' }] }))
})

test('rules keep the focus during a save, cannot be edited, and then have the keys that the server gave', async () => {
  const { user } = openSettings()
  const stored = Promise.withResolvers<SiteSettings>()
  const requests = answer(changeSiteSettings, () => stored.promise)
  const add = await screen.findByRole('button', { name: 'Add a rule' })
  await user.click(add)
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Name of the rule/ })
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text of the rule/ })
  await fill(text, 'No sponsors.')
  await user.type(name, 'No ads{Enter}')
  const save = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'))
  // A browser takes the focus from a disabled field.
  expect(name.closest('[disabled]')).toBeNull()
  await user.type(text, '!')
  await user.click(add)
  await user.click(screen.getByRole('button', { name: 'Remove No ads' }))
  await user.type(name, '!')
  expect([name.value, text.value]).toEqual(['No ads', 'No sponsors.'])
  expect(screen.getAllByRole('textbox', { name: /^Name of the rule/ })).toEqual([name])
  const rule = { text: 'No sponsors.', isRetired: false }
  const after: SiteSettings = {
    ...saved,
    ownRules: [
      { key: 'own-1', title: 'No ads', ...rule },
      { key: 'own-2', title: 'Of another admin', ...rule },
    ],
  }
  answer(getSiteSettings, after)
  stored.resolve(after)
  const other = await screen.findByDisplayValue('Of another admin')
  expect(document.activeElement).toBe(name)
  await user.type(other, '!')
  await user.click(save)
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]!.body).toMatchObject({
    ownRules: [
      { key: 'own-1', title: 'No ads' },
      { key: 'own-2', title: 'Of another admin!' },
    ],
  })
})

test('a site has at most ten added rules', async () => {
  const ownRules = Array.from({ length: 10 }, (_, i) => ({
    key: `own-${i + 1}` as const,
    title: `Rule ${i}`,
    text: 'x',
    isRetired: false,
  }))
  openSettings({ ...saved, ownRules })
  expect(await screen.findByText('There are 10 added rules, the most a site can have.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull()
})

test('after saving, fields show the stored values, except fields changed meanwhile', async () => {
  const { user } = openSettings()
  const stored = Promise.withResolvers<SiteSettings>()
  answer(changeSiteSettings, () => stored.promise)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Site name' })
  const tagline = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tagline' })
  await fill(name, 'Reverie Club  ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(tagline, '!')
  stored.resolve({ ...saved, siteName: 'Reverie Club' })
  await waitFor(() => expect(name.value).toBe('Reverie Club'))
  expect(tagline.value).toBe(`${saved.tagline}!`)
  expect(screen.getByText('Unsaved changes in: Appearance')).toBeTruthy()
})

test('saving uploads a chosen icon, and an SVG is refused', async () => {
  answer(createUpload, { uploadURL: `${location.origin}/api/uploads/a?signature=x`, resumableURL: '' })
  const puts = answer({ method: 'PUT', path: '/api/uploads/:id' } as never, {} as never)
  const { user, save, bodies } = openSettings(saved, { ...saved, icon: 'abc' })
  const picker = await screen.findByLabelText('Icon file')
  const choose = (file: File) => fireEvent.change(picker, { target: { files: [file] } })
  choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
  const refusal = /^SVG files can contain scripts/
  expect(screen.getByText(refusal)).toBeTruthy()
  choose(new File(['x'], 'a.png', { type: 'image/png' }))
  expect(screen.queryByText(refusal)).toBeNull()
  expect(puts).toEqual([])
  await save()
  expect(puts).toHaveLength(1)
  expect(bodies()).toEqual([{ icon: `${location.origin}/api/uploads/a` }])

  await user.click(screen.getByRole('button', { name: 'Use the default' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies().at(-1)).toEqual({ icon: null }))
})

test('a changed setting scrolls out from under the bar after the bar has appeared', async () => {
  openSettings()
  const contact = await screen.findByLabelText('Contact')
  contact.focus()
  const scrolled = vi.spyOn(contact, 'scrollIntoView').mockImplementation(() => {
    expect(document.querySelector('[data-over-end]')).toBeTruthy()
  })
  await fill(contact, 'mail@example.org')
  expect(scrolled).toHaveBeenCalledOnce()
})

test('after a save, the bar stays in view until the focus leaves its button', async () => {
  const { user, save } = openSettings()
  await fill(await screen.findByLabelText('Contact'), 'Write to us')
  const bar = screen.getByRole('button', { name: 'Save' }).parentElement!
  await save()
  await expect.poll(() => bar.textContent).toBe('Save')
  expect(bar.className).toContain('sticky')
  await user.tab({ shift: true })
  expect(bar.className).not.toContain('sticky')
})

test('every section has a link, and unsaved changes are named and stop the tab from closing unasked', async () => {
  const { user, save } = openSettings()
  const [sections] = await screen.findAllByRole('navigation', { name: 'Sections' })
  const targets = [...sections!.querySelectorAll('a')].map((link) => link.getAttribute('href')!.slice(1))
  expect(targets.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Joining',
    'Comments',
    'Rules',
    'Block lists',
    'Storage',
    'Team',
    'Appearance',
  ])
  const isRefused = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isRefused()).toBe(false)
  const contact = screen.getByRole('textbox', { name: 'Contact' })
  await user.type(contact, 'Us')
  await user.type(screen.getByRole('textbox', { name: 'Tagline' }), '!')
  expect(screen.getByText('Unsaved changes in: Team, Appearance')).toBeTruthy()
  await user.clear(contact)
  expect(screen.getByText('Unsaved changes in: Appearance')).toBeTruthy()
  expect(isRefused()).toBe(true)
  await save()
  expect(screen.queryByText(/^Unsaved changes/)).toBeNull()
  expect(isRefused()).toBe(false)
  for (const name of [/^Appeals/, 'OpenAI Sora']) {
    await user.click(screen.getByRole('checkbox', { name }))
    expect(screen.getByText(/^Unsaved changes/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name }))
    expect(screen.queryByText(/^Unsaved changes/)).toBeNull()
  }
})

test.each([
  ['a contact text that the admin adds', { before: null, typed: 'Us', hadContact: false, has: true }],
  ['no contact text after the admin removes it', { before: 'Us', typed: '', hadContact: true, has: false }],
  ['the text of a file, which no setting removes', { before: null, typed: null, hadContact: true, has: true }],
])('after saving, the contact page has %s', async (_what, { before, typed, hadContact, has }) => {
  site.hasContact = hadContact
  onTestFinished(() => void (site.hasContact = false))
  const { user, save } = openSettings({ ...saved, contact: before }, { ...saved, contact: typed || null })
  const contact = await screen.findByRole('textbox', { name: 'Contact' })
  if (typed !== null) await fill(contact, typed)
  await user.type(screen.getByRole('textbox', { name: 'Tagline' }), '!')
  await save()
  expect(site.hasContact).toBe(has)
})

test.each([
  ['the form was opened', false],
  ['an earlier visit, whose changes were kept', true],
])('lists keep what another admin has added and removed since %s', async (_, isLater) => {
  const rule = (key: string) => ({ key, title: `Rule ${key}`, text: 'No.', isRetired: false }) as const
  const before = buildSiteSettings({
    blockedEmailDomains: ['a.example', 'b.example', 'c.example'],
    ownRules: [rule('own-1'), rule('own-2')] as SiteSettings['ownRules'],
  })
  const { user, save, bodies } = openSettings(before)
  const domains = await screen.findByRole('textbox', { name: 'Blocked email domains' })
  await fill(domains, 'a.example\nb.example\nmine.example')
  await user.click(screen.getByRole('button', { name: 'Remove Rule own-2' }))
  answer(getSiteSettings, {
    ...before,
    blockedEmailDomains: ['b.example', 'c.example', 'theirs.example'],
    ownRules: [{ ...rule('own-1'), text: 'Never.' }, rule('own-2'), rule('own-3')] as SiteSettings['ownRules'],
  })
  if (isLater) {
    cleanup()
    queryClient.clear()
    renderScreen(<SettingsTab />, { viewer: buildOwnUser({ id: 'admin', role: 'admin' }) })
    await screen.findByRole('textbox', { name: 'Blocked email domains' })
  }
  await save()
  expect(bodies()).toEqual([
    {
      blockedEmailDomains: ['b.example', 'theirs.example', 'mine.example'],
      ownRules: [
        { key: 'own-1', title: 'Rule own-1', text: 'Never.' },
        { key: 'own-3', title: 'Rule own-3', text: 'No.' },
      ],
    },
  ])
})

test('a setting that another admin has changed meanwhile is replaced only by a second attempt', async () => {
  const { user, save, bodies } = openSettings()
  const tagline = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tagline' })
  await fill(tagline, 'Mine')
  await user.type(screen.getByRole('textbox', { name: 'Contact' }), 'Us')
  answer(getSiteSettings, { ...saved, tagline: 'Theirs', contact: 'Us', backupDays: 3 })
  await save('Another admin has just changed this to “Theirs”. Save again to replace it.')
  expect(document.activeElement).toBe(tagline)
  expect([tagline.value, bodies()]).toEqual(['Mine', []])
  await save()
  expect(bodies()).toEqual([{ tagline: 'Mine', contact: 'Us' }])
})
