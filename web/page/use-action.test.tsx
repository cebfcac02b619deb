import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../test/screens.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { showErrorToast } from './toast.ts'
import { useAction } from './use-action.ts'

type Send = () => Promise<void>

function ActionButton({ send }: { send: Send }) {
  const { mutate, isPending } = useAction({ mutationFn: send, onError: () => showErrorToast('Not sent') })
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      Send
    </Button>
  )
}

function ActionDialog({ send }: { send: Send }) {
  const { mutate, isPending } = useAction({ mutationFn: send, onError: () => showErrorToast('Not sent') })
  return (
    <ConfirmDialog
      title="Send it?"
      description="It cannot be unsent."
      confirmLabel="Send"
      pending={isPending}
      onConfirm={() => mutate()}
      onClose={() => {}}
    />
  )
}

test.each([
  ['a button', ActionButton],
  ['a dialog', ActionDialog],
])('a double press on %s sends once, and after a failure a new press sends again', async (_, Action) => {
  const calls: PromiseWithResolvers<void>[] = []
  const send = () => {
    calls.push(Promise.withResolvers())
    return calls.at(-1)!.promise
  }
  renderScreen(<Action send={send} />)
  const button = screen.getByRole('button', { name: 'Send' })
  const pressTwice = () =>
    act(() => {
      button.click()
      button.click()
    })
  pressTwice()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  pressTwice()
  expect(calls).toHaveLength(1)

  calls[0]!.reject(new Error())
  expect(await screen.findByText('Not sent')).toBeTruthy()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  pressTwice()
  expect(screen.queryByText('Not sent')).toBeNull()
  await waitFor(() => expect(calls).toHaveLength(2))
})
