import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
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
