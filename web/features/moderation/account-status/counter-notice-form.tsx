import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CounterNoticeBody } from '../../../../contract/moderation/counter-notices.ts'
import { NOTICE_NAME_MAX_LENGTH, NOTICE_TEXT_MAX_LENGTH } from '../../../../contract/moderation/takedown-notices.ts'
import { ApiError } from '../../../net/api.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { useSendCounterNotice } from './account-status.queries.ts'

const MISTAKEN =
  'Under penalty of perjury: I believe in good faith that it was hidden as a result of mistake or misidentification.'
const COURT =
  'I consent to the jurisdiction of the federal district court for my address or, outside the USA, for any place where this site may be found, and I will accept service of process from the sender of the notice or their agent.'

const nothing = { explanation: '', name: '', contact: '', isMistaken: false, acceptsCourt: false, signature: '' }
type Draft = typeof nothing
type Problems = Partial<Record<string, string>>

/**
 * Typed values are kept until the server accepts them. They are not stored on the device, because they contain a postal
 * address.
 */
export function CounterNoticeForm({ decisionId }: { decisionId: string }) {
  const [draft, setDraft] = useState(nothing)
  const { problems, form, submit, isPending } = useSending(decisionId, draft)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const typed = (field: 'explanation' | 'name' | 'contact' | 'signature') => ({
    required: true,
    value: draft[field],
    error: problems[field],
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  })
  const ticked = (field: 'isMistaken' | 'acceptsCourt') => ({
    required: true,
    checked: draft[field],
    error: problems[field],
    onChange: (checked: boolean) => change({ [field]: checked }),
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextArea
        label="Why was it a mistake?"
        hint="Only moderators and admins can see this."
        rows={3}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        {...typed('explanation')}
      />
      <Field label="Your name" autoComplete="name" maxLength={NOTICE_NAME_MAX_LENGTH} {...typed('name')} />
      <TextArea
        label="Your postal address and phone number"
        hint="Only the site’s operator and the sender of the notice can see it."
        rows={3}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        {...typed('contact')}
      />
      <Checkbox label={MISTAKEN} {...ticked('isMistaken')} />
      <Checkbox label={COURT} {...ticked('acceptsCourt')} />
      <Field
        label="Signature"
        hint="Type your full name."
        autoComplete="off"
        maxLength={NOTICE_NAME_MAX_LENGTH}
        {...typed('signature')}
      />
      <Button type="submit" variant="primary" pending={isPending} className="self-end">
        Send counter-notice
      </Button>
    </form>
  )
}

function useSending(decisionId: string, draft: Draft) {
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending } = useSendCounterNotice(decisionId)
  const show = (title: string, found: Problems, sentence = Object.values(found)[0]) => {
    flushSync(() => setProblems(found))
    showErrorToast(title, sentence)
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = CounterNoticeBody.safeParse(draft)
    if (!parsed.success) {
      return show('Something is missing', byField(parsed.error.issues))
    }
    setProblems({})
    mutate(parsed.data, {
      onError: (error) => {
        const isRefusal = error instanceof ApiError && error.isRefusal
        const sentence = isRefusal ? error.sentence : 'Check your connection and send it again.'
        show('We couldn’t send your counter-notice', {}, sentence)
      },
    })
  }
  return { problems, form, submit, isPending }
}

/** Returns the first error of each field, in the order of the form. */
function byField(issues: readonly { path: PropertyKey[]; message: string }[]): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[0])] ??= message
  return problems
}
