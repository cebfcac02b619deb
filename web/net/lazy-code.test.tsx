import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useLazyCode } from './lazy-code.ts'

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
