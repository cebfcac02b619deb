import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

test('the first heading leaves the focus to a key that is pressed while the page loads, and the next one takes it', async () => {
  vi.resetModules()
  const { PageHeading } = await import('./page-heading.tsx')
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'))
  const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  const { rerender } = render(<PageHeading key="first" title="Sign in" />)
  await nextFrame()
  expect(document.activeElement).toBe(document.body)
  rerender(<PageHeading key="next" title="Feed" />)
  await nextFrame()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Feed' }))
})
