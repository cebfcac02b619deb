import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../net/query-client.ts'
import { dismissFailure, reportFailure, showErrorToast } from '../page/toast.ts'
import { openedOrder } from '../videos/video-cache.ts'
import { resetAnswers } from './screens.tsx'

// happy-dom does not know <search>, and React would report an unknown element.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// The default, a second, is too short on a busy machine. A timeout only ends a test that hangs.
configure({ asyncUtilTimeout: 60_000 })

// A call that outlives its test gets no answer. Otherwise happy-dom would send it to a server on this machine.
globalThis.fetch = () => new Promise(() => {})

beforeEach(resetAnswers)

afterEach(() => {
  cleanup()
  dismissToast()
  queryClient.clear()
  openedOrder.set([])
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

// Code that a screen loads on demand may still be arriving. Without its document, it would fail in the next test file.
afterAll(() => vi.dynamicImportSettled())

/** Dismisses the toast of a test. The next screen that is rendered would still show it. */
function dismissToast(): void {
  reportFailure(dismissToast, () => showErrorToast(''))
  dismissFailure(dismissToast)
}
