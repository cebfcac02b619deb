import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../net/query-client.ts'
import { resetAnswers } from './answers.ts'

// happy-dom does not know <search>, and React would report an unknown element.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

beforeEach(resetAnswers)

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
