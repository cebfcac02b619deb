import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => document.head.replaceChildren())

function writeBranding(branding: object): void {
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'branding'
  data.textContent = JSON.stringify(branding)
  document.head.append(data)
}

test('the name in the page’s data is the one that the app shows from its first rendering', async () => {
  writeBranding({ siteName: 'Club' })
  const { PageHeading } = await import('../ui/page-heading.tsx')
  const { FeedFooter } = await import('../features/discovery/feed/feed-footer.tsx')
  render(
    <>
      <PageHeading title="About">About</PageHeading>
      <FeedFooter />
    </>,
  )
  expect(document.title).toBe('About · Club')
  expect(screen.getByText('Club is in alpha.')).toBeTruthy()
})

test('without data in the page, the app shows the defaults', async () => {
  const { site } = await import('./site.ts')
  expect(site.siteName).toBe('Reverie')
})
