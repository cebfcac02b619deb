import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useLazyCode } from './lazy-code.ts'
import { lazyPart } from './lazy-part.tsx'

test('code that arrives between the first render and its effects is shown', async () => {
  const lazy = { loaded: undefined as string | undefined, fetch: () => Promise.resolve('The code') }
  function Part() {
    const { code } = useLazyCode(lazy)
    useLayoutEffect(() => {
      lazy.loaded = 'The code'
    }, [])
    return code
  }
  render(<Part />)
  expect(await screen.findByText('The code')).toBeTruthy()
})

test('with a network, Retry reloads the page, because browsers cache a failed import', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  onTestFinished(() => reload.mockRestore())
  const lazy = {
    loaded: undefined,
    fetch: vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('Removed by an update'))),
  }
  function Part() {
    const { hasFailed, retry } = useLazyCode(lazy)
    return hasFailed && <button onClick={retry}>Retry</button>
  }
  render(<Part />)
  fireEvent.click(await screen.findByText('Retry'))
  expect(reload).toHaveBeenCalledOnce()
  expect(lazy.fetch).toHaveBeenCalledOnce()
})

test('a bar is visible while the code of a part that the user opened is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<{ Part: (props: { onClose?: () => void }) => string }>()
  const Part = lazyPart(() => promise, 'Part')
  const bar = () => screen.queryByRole('status', { name: 'Loading' })
  const { rerender } = render(<Part />)
  expect(bar()).toBeNull()
  rerender(<Part onClose={() => undefined} />)
  expect(bar()).toBeTruthy()
  resolve({ Part: () => 'The part' })
  expect(await screen.findByText('The part')).toBeTruthy()
  expect(bar()).toBeNull()
})
