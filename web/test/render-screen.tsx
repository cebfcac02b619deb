import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { onTestFinished } from 'vitest'
import type { OwnUser } from '../../contract/account/users.ts'
import { queryClient } from '../net/query-client.ts'
import { useToast } from '../page/toast.ts'
import { Toaster } from '../shell/toaster.tsx'
import { allowPersonalState, deletePersonalState } from '../viewer/personal-state.ts'
import { ownUserQuery } from '../viewer/viewer.queries.ts'

interface RenderOptions {
  /** The signed-in user. A visitor by default. */
  viewer?: OwnUser | null
  /** The path and query of the page's address. */
  at?: string
}

/**
 * Renders a screen as the app does, with the app's query client and its toasts.
 *
 * @returns The simulated user, who types and presses.
 */
export function renderScreen(element: ReactElement, { viewer = null, at = '/' }: RenderOptions = {}): UserEvent {
  history.replaceState(null, '', at)
  // Test files share a process. An earlier test may have signed the user out.
  const userId = viewer?.id ?? ''
  allowPersonalState(userId)
  onTestFinished(() => deletePersonalState(userId))
  queryClient.setQueryData(ownUserQuery.queryKey, viewer)
  render(
    <QueryClientProvider client={queryClient}>
      {element}
      <Toasts />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

function Toasts() {
  const toast = useToast()
  return toast ? <Toaster toast={toast} /> : null
}
