import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => {
  document.head.replaceChildren()
  delete document.documentElement.dataset['theme']
  localStorage.clear()
  vi.unstubAllGlobals()
})

function writeBranding(branding: object): void {
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'branding'
  data.textContent = JSON.stringify(branding)
  document.head.append(data)
}

test('the app shows the site’s texts, and a renamed site is not called alpha', async () => {
  writeBranding({
    siteName: 'Club',
    notFoundHeading: 'Nothing here',
    notFoundText: 'The feed has everything.',
    footerLinks: [
      { text: 'Blog', url: 'https://example.org' },
      { text: 'House rules', url: '/terms' },
    ],
  })
  const { PageHeading } = await import('../ui/page-heading.tsx')
  const { FeedFooter } = await import('../features/discovery/feed/feed-footer.tsx')
  const { NotFoundPage } = await import('../ui/not-found-page.tsx')
  const { AboutPage } = await import('../features/site/about/about-page.tsx')
  render(
    <>
      <NotFoundPage />
      <AboutPage />
      <PageHeading title="About">About</PageHeading>
      <FeedFooter />
    </>,
  )
  expect(document.title).toBe('About · Club')
  expect(screen.getByText('Club')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Nothing here' })).toBeTruthy()
  expect(screen.getByText('The feed has everything.')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/alpha|MVP|Reverie/)
  const targets = ['Blog', 'House rules'].map((name) => screen.getByRole<HTMLAnchorElement>('link', { name }))
  expect(targets.map((link) => [link.getAttribute('href'), link.target])).toEqual([
    ['https://example.org', '_blank'],
    ['/terms', ''],
  ])
})

test.each([true, false])('the footer links to the contact page if it has a text: %s', async (hasContact) => {
  writeBranding(hasContact ? { hasContact } : {})
  const { FeedFooter } = await import('../features/discovery/feed/feed-footer.tsx')
  render(<FeedFooter />)
  expect(screen.getByRole('link', { name: 'Terms' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Contact' }) !== null).toBe(hasContact)
})

test.each([
  ['system', true, 'light'],
  ['system', false, 'dark'],
  ['light', false, 'light'],
  ['dark', true, 'dark'],
])('clearing the choice applies the default theme %s (light device: %s)', async (theme, isLight, shown) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isLight }))
  writeBranding({ defaultTheme: theme })
  document.documentElement.dataset['theme'] = shown === 'light' ? 'dark' : 'light'
  await import('../shell/theme.ts')
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(document.documentElement.dataset['theme']).toBe(shown)
})
