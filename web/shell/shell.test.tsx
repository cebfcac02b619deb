import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { listPasskeys } from '../../contract/account/passkeys.ts'
import { logout } from '../../contract/account/session.ts'
import { getUnreadCount } from '../../contract/social/notifications.ts'
import { lazyPage } from '../net/lazy-page.tsx'
import { queryClient } from '../net/query-client.ts'
import { site } from '../page/site.ts'
import { answer, disconnect, renderScreen } from '../test/screens.tsx'
import { buildOwnUser } from '../test/build.ts'
import { promptForIdentity } from '../viewer/identity-dialog.tsx'
import { replaceUser } from '../viewer/viewer.queries.ts'
import { Shell } from './shell.tsx'
import { Toaster } from './toaster.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openShell(options: Parameters<typeof renderScreen>[1] = {}) {
  answer(getUnreadCount, { count: 0 })
  return renderScreen(
    <Shell>
      <input aria-label="Email" />
    </Shell>,
    options,
  )
}

test('a failed sign-out keeps the viewer signed in, and a toast says so', async () => {
  disconnect(logout)
  const user = openShell({ viewer: buildOwnUser() })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect((await screen.findAllByText('Logout failed')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Something went wrong').length).toBeGreaterThan(0)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Logout' }).disabled).toBe(false)
  expect(screen.queryByRole('link', { name: 'Sign in/Sign up' })).toBeNull()
})

test('signing out shows its progress, then the link to sign in', async () => {
  const answered = Promise.withResolvers<void>()
  answer(logout, () => answered.promise)
  const user = openShell({ viewer: buildOwnUser() })
  expect(screen.getByRole('link', { name: 'Ada' }).textContent).toBe('A')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Logging out...' }).disabled).toBe(true)
  answered.resolve()
  expect((await screen.findAllByText('You have been logged out successfully.')).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Sign in/Sign up' })).toBeTruthy()
})

test('a question for the password ends when another user signs in, as if it was closed', async () => {
  answer(listPasskeys, { passkeys: [] })
  openShell({ viewer: buildOwnUser({ id: 'asked' }) })
  let confirmed!: Promise<boolean>
  act(() => {
    confirmed = promptForIdentity()
  })
  expect(await screen.findByLabelText('Password')).toBeTruthy()
  act(() => replaceUser(queryClient, buildOwnUser({ id: 'other' })))
  expect(await confirmed).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the Logout icon on a phone prompts for confirmation', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const sent = answer(logout, undefined)
  const user = openShell({ viewer: buildOwnUser() })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('link', { name: 'Sign in/Sign up' })).toBeTruthy()
})

test('signing out asks first while another tab is uploading', async () => {
  const locks = {
    query: () => Promise.resolve({ held: [{ name: 'upload:clip' }], pending: [] }),
    request: () => new Promise<never>(() => undefined),
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const sent = answer(logout, undefined)
  const user = openShell({ viewer: buildOwnUser() })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('alertdialog', { name: 'Sign out and cancel your uploads?' })).toBeTruthy()
  expect(sent).toEqual([])
})

test('the menu on phones offers settings, the theme and, for staff, moderation', async () => {
  const user = openShell({ viewer: buildOwnUser({ role: 'moderator' }) })
  const open = async () => user.click(await screen.findByRole('button', { name: 'Menu' }))
  await open()
  expect(await screen.findByRole('menuitem', { name: 'Moderation' })).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'Switch to light theme' }))
  expect(document.documentElement.dataset['theme']).toBe('light')
  await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Switch to dark theme' }))
  await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  expect(location.pathname).toBe('/settings')
})

test('a second press of Search or Escape, before the first has had its effect, changes no other history entry', async () => {
  const user = openShell()
  const before = history.length
  const search = screen.getByRole('button', { name: 'Search' })
  act(() => search.click())
  act(() => search.click())
  expect(history.length).toBe(before + 1)
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy()
  // The browser goes back later. A second press must not leave the page.
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  await user.keyboard('{Escape}{Escape}')
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('? lists the shortcuts, except while the viewer types', async () => {
  const user = openShell()
  await user.type(screen.getByLabelText('Email'), '?')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(document.body)
  await user.keyboard('?')
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const does of ['Next clip', 'Play or pause', 'Full screen', 'Focus the pop-up message']) {
    expect(list.textContent).toContain(does)
  }
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['appeals', 'Next, previous appeal'],
  ['constructor', 'Search'],
])('? lists only the shortcuts of the open tab on the moderation page: %s', async (tab, does) => {
  const user = openShell({ at: `/moderation?tab=${tab}` })
  await user.keyboard('?')
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(list.textContent).toContain(does)
  expect(list.textContent).not.toContain('Choose the rule')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the header shows the name and the icon of the site', () => {
  const { siteName, icon } = site
  onTestFinished(() => void Object.assign(site, { siteName, icon }))
  Object.assign(site, { siteName: 'Club', icon: 'abc' })
  openShell()
  const home = within(screen.getByRole('banner')).getByRole('link', { name: 'Club' })
  expect(home.getAttribute('href')).toBe('/')
  expect(home.querySelector('img')?.getAttribute('src')).toBe('/site-icon.webp?v=abc')
})

test('the ticker shows its items and links, or takes no space when empty', () => {
  const initial = site.ticker
  onTestFinished(() => void Object.assign(site, { ticker: initial }))
  site.ticker = [
    { text: 'New season', url: null },
    { text: 'Rules', url: '/rules' },
    { text: 'Shop', url: 'https://example.org' },
  ]
  openShell()
  const ticker = within(screen.getByRole('region', { name: 'News and sponsors' }))
  expect(ticker.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['New season', 'Rules', 'Shop'])
  const links = ticker.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map((link) => [link.getAttribute('href'), link.target, link.rel])).toEqual([
    ['/rules', '', ''],
    ['https://example.org', '_blank', 'noopener'],
  ])
  expect(screen.getByRole('main').className).toContain('pb-9')

  cleanup()
  site.ticker = []
  openShell()
  expect(screen.queryByRole('region', { name: 'News and sponsors' })).toBeNull()
  expect(screen.getByRole('main').className).not.toContain('pb-9')
})

test('a toast disappears after five seconds', async () => {
  vi.useFakeTimers()
  const toast = { id: 1, title: 'Saved', tone: 'plain' } as const
  renderScreen(<Toaster toast={toast} />)
  await act(() => vi.advanceTimersByTimeAsync(4_900))
  expect(screen.getByText('Saved')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a banner is shown while the site does not respond', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answerHealth(false)
  disconnect(logout)
  const user = openShell({ viewer: buildOwnUser() })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('We can’t reach Reverie. Trying again…')).toBeTruthy()
  answerHealth(true)
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.queryByText('We can’t reach Reverie. Trying again…')).toBeNull()
})

test('a page that fails to load leaves the shell usable', async () => {
  answerHealth(true)
  const load = vi.fn<() => Promise<{ Page: () => string }>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValue({ Page: () => 'Arrived' })
  const Page = lazyPage(load, 'Page')
  renderScreen(
    <Shell>
      <Page />
    </Shell>,
  )
  expect(await screen.findByRole('heading', { name: 'We couldn’t load this page' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  fireEvent(window, new Event('online'))
  expect(screen.queryByRole('heading', { name: 'We couldn’t load this page' })).toBeNull()
  expect(await screen.findByText('Arrived')).toBeTruthy()
})

const health = { method: 'HEAD', path: '/healthz' }

function answerHealth(isUp: boolean): void {
  if (isUp) answer(health as never, undefined as never)
  else disconnect(health as never)
}
