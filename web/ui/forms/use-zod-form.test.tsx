import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../net/api-error.ts'
import { queryClient } from '../../net/query-client.ts'
import { showErrorToast } from '../../page/toast.ts'
import { renderScreen } from '../../test/screens.tsx'
import { Button } from '../button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Field, Select } from './field.tsx'
import { useZodForm } from './use-zod-form.ts'

const Pet = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(2, 'At least two letters')),
  kind: z.enum(['cat', 'dog'], 'Choose a kind'),
  isTame: z.literal(true, 'Only tame pets'),
})

interface PetFormProps {
  submit: (pet: z.output<typeof Pet>) => Promise<unknown>
  name?: string
  onSuccess?: (reply: unknown) => void
  onChange?: (values: { name: string }) => void
  draft?: { read: () => { name?: string } | undefined; store: (changed: object | undefined) => void }
  invalidTitle?: string
  toBody?: (values: object) => unknown
}

function PetForm({ submit, name = '', ...options }: PetFormProps) {
  const form = useZodForm(Pet, {
    defaults: { name, kind: '', isTame: false },
    toBody: (values) => values,
    submit: async (pet) => {
      const reply = await submit(pet)
      form.reset()
      return reply
    },
    onError: (error) => showErrorToast('Not adopted', error.message),
    ...options,
  })
  return (
    <form {...form.props}>
      <Checkbox label="Tame" {...form.field('isTame')} />
      <Field label="Name" {...form.field('name')} disabled={form.isPending} />
      <Select label="Kind" {...form.field('kind')}>
        <option value="">None</option>
        <option value="cat">Cat</option>
        <option value="dog">Dog</option>
      </Select>
      <Button type="submit" pending={form.isPending}>
        Adopt
      </Button>
      <p>{form.isDirty ? 'Typed values' : 'Nothing typed'}</p>
    </form>
  )
}

function Page(props: PetFormProps) {
  const [isLeft, setLeft] = useState(false)
  return (
    <>
      {!isLeft && <PetForm {...props} />}
      <button onClick={() => setLeft(true)}>Leave</button>
    </>
  )
}

function openForm(props: Partial<PetFormProps> = {}) {
  const submit = vi.fn<PetFormProps['submit']>(props.submit ?? (() => Promise.resolve()))
  const user = renderScreen(<Page {...props} submit={submit} />)
  return {
    submit,
    user,
    adopt: () => user.click(adoptButton()),
    fill: async (name = 'Mia') => {
      await user.type(field('Name'), name)
      await user.selectOptions(field('Kind'), 'cat')
      await user.click(field('Tame'))
    },
  }
}

const adoptButton = () => screen.getByRole('button', { name: 'Adopt' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function messageOf(label: string): string | undefined {
  const note = field(label).getAttribute('aria-describedby')
  return note ? (document.getElementById(note)?.textContent ?? undefined) : undefined
}

const messages = () => ['Tame', 'Name', 'Kind'].map(messageOf)

test('only a field that is already invalid is validated during typing', async () => {
  const { adopt, fill, user } = openForm()
  await fill('M')
  expect(messages()).toEqual([undefined, undefined, undefined])
  await adopt()
  expect(messages()).toEqual([undefined, 'At least two letters', undefined])
  expect(document.activeElement).toBe(field('Name'))
  await user.type(field('Name'), ' ')
  expect(messageOf('Name')).toBe('At least two letters')
  await user.type(field('Name'), 'ia')
  expect(messageOf('Name')).toBeUndefined()
  await user.clear(field('Name'))
  expect(messageOf('Name')).toBeUndefined()
})

test('a form with `invalidTitle` repeats the first message in a toast until it is sent', async () => {
  const { adopt, fill, submit } = openForm({ invalidTitle: 'Validation error' })
  await adopt()
  expect(await screen.findByText('Validation error')).toBeTruthy()
  expect(messages()).toEqual(['Only tame pets', 'At least two letters', 'Choose a kind'])
  expect(document.activeElement).toBe(field('Tame'))
  expect(screen.getAllByText('At least two letters')).toHaveLength(2)
  await fill()
  await adopt()
  expect(submit).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Validation error')).toBeNull()
})

test('a message that belongs to no field becomes a toast', async () => {
  const { adopt, fill, submit } = openForm({ toBody: (values) => ({ ...values, chip: 1 }) })
  await fill()
  await adopt()
  expect((await screen.findAllByText(/chip|Invalid input/)).length).toBeGreaterThan(0)
  expect(submit).not.toHaveBeenCalled()
})

test('the server’s issues are shown at their fields, and the first gets the focus', async () => {
  const issues = [
    { path: 'kind', message: 'No cats left' },
    { path: 'name', message: 'Not that name' },
  ]
  const reply = Promise.withResolvers<void>()
  const { adopt, fill, user } = openForm({ submit: () => reply.promise })
  await fill()
  await adopt()
  await waitFor(() => expect(field('Name').disabled).toBe(true))
  reply.reject(new ApiError(400, JSON.stringify({ code: 'VALIDATION_FAILED', issues })))
  await waitFor(() => expect(messages()).toEqual([undefined, 'Not that name', 'No cats left']))
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(field('Name').disabled).toBe(false)
  expect(screen.queryByText('Not adopted')).toBeNull()
  expect(field('Name').value).toBe('Mia')
  await user.type(field('Name'), 'u')
  expect(messages()).toEqual([undefined, undefined, 'No cats left'])
})

test('issues that arrive after the viewer has moved on leave the focus where it is', async () => {
  const reply = Promise.withResolvers<void>()
  const { adopt, fill, user } = openForm({ submit: () => reply.promise })
  await fill()
  await adopt()
  await user.click(field('Kind'))
  const issues = [{ path: 'name', message: 'Not that name' }]
  reply.reject(new ApiError(400, JSON.stringify({ code: 'VALIDATION_FAILED', issues })))
  await waitFor(() => expect(messageOf('Name')).toBe('Not that name'))
  await waitFor(() => expect(field('Name').disabled).toBe(false))
  expect(document.activeElement).toBe(field('Kind'))
})

test('a refusal that concerns no field is reported, and the form can be sent again', async () => {
  const issues = [{ path: 'age', message: 'Too old' }]
  const refusal = new ApiError(400, JSON.stringify({ code: 'VALIDATION_FAILED', issues }))
  const { adopt, fill, submit } = openForm({ submit: () => Promise.reject(refusal) })
  await fill()
  await adopt()
  expect(await screen.findByText('Not adopted')).toBeTruthy()
  expect(messages()).toEqual([undefined, undefined, undefined])
  await waitFor(() => expect(field('Name').disabled).toBe(false))
  await adopt()
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2))
})

test('a form sends one request at a time, and is emptied after a success', async () => {
  const reply = Promise.withResolvers<void>()
  const { fill, submit } = openForm({ submit: () => reply.promise })
  await fill(' Mia ')
  expect(screen.getByText('Typed values')).toBeTruthy()
  const form = field('Kind').form!
  act(() => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await waitFor(() => expect(adoptButton().getAttribute('aria-busy')).toBe('true'))
  act(() => form.requestSubmit())
  expect(submit.mock.calls).toEqual([[{ name: 'Mia', kind: 'cat', isTame: true }]])
  expect(screen.getByText('Nothing typed')).toBeTruthy()
  reply.resolve()
  await waitFor(() => expect(adoptButton().getAttribute('aria-busy')).toBeNull())
  expect([field('Name').value, field('Kind').value, field('Tame').checked]).toEqual(['', '', false])
  expect(screen.getByText('Nothing typed')).toBeTruthy()
})

test('the form receives the result unless the user has left it', async () => {
  const onSuccess = vi.fn<(reply: unknown) => void>()
  const reply = Promise.withResolvers<string>()
  const { adopt, fill, submit, user } = openForm({ submit: () => reply.promise, onSuccess })
  submit.mockResolvedValueOnce('first')
  await fill()
  await adopt()
  await waitFor(() => expect(onSuccess.mock.calls).toEqual([['first']]))
  await fill()
  await adopt()
  await user.click(screen.getByText('Leave'))
  reply.resolve('second')
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(onSuccess).toHaveBeenCalledTimes(1)
})

test('a failure is reported even if the user has left the form', async () => {
  const reply = Promise.withResolvers<void>()
  const { adopt, fill, user } = openForm({ submit: () => reply.promise })
  await fill()
  await adopt()
  await user.click(screen.getByText('Leave'))
  reply.reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText('Not adopted')).toBeTruthy()
})

test('each change is reported', async () => {
  const onChange = vi.fn<(values: { name: string }) => void>()
  const { user } = openForm({ name: 'Mi', onChange })
  expect(screen.getByText('Nothing typed')).toBeTruthy()
  await user.type(field('Name'), 'a')
  expect(onChange.mock.calls.map(([{ name }]) => name)).toEqual(['Mia'])
  expect(screen.getByText('Typed values')).toBeTruthy()
})

test('a draft contains the changed fields until they are sent', async () => {
  let kept: object | undefined = { name: 'Mi' }
  const draft = { read: () => kept, store: (changed: object | undefined) => void (kept = changed) }
  const { adopt, fill, submit, user } = openForm({ draft })
  expect(field('Name').value).toBe('Mi')
  expect(screen.getByText('Typed values')).toBeTruthy()
  await user.clear(field('Name'))
  expect(kept).toEqual({})
  await fill()
  expect(kept).toEqual({ name: 'Mia', kind: 'cat', isTame: true })
  submit.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await adopt()
  expect(await screen.findByText('Not adopted')).toBeTruthy()
  expect(kept).toEqual({ name: 'Mia', kind: 'cat', isTame: true })
  await adopt()
  await waitFor(() => expect(kept).toBeUndefined())
})
