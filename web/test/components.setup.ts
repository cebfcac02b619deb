import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../net/query-client.ts'
import { dismissFailure, reportFailure, showErrorToast } from '../page/toast.ts'
import { setOpenedClip } from '../videos/opened-clip.ts'
import { cancelListRefresh } from '../videos/video-refresh.ts'
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
  cancelListRefresh()
  // Forgets the card that a test has opened. The page of its clip would grow from it, also in the next test file.
  setOpenedClip(queryClient, '')
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
