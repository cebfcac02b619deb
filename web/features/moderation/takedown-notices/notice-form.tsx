import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import {
  NOTICE_NAME_MAX_LENGTH,
  NOTICE_TEXT_MAX_LENGTH,
  sendTakedownNotice,
  type TakedownNoticeBody,
} from '../../../../contract/moderation/takedown-notices.ts'
import { ApiError, call } from '../../../net/api.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { checkDraft, emptyDraft, problemsOf, type Draft, type Problems } from './draft.ts'
import { KindChoice } from './kind-choice.tsx'

const ACCURATE = 'I believe in good faith that this notice is accurate and complete.'
const NOT_ALLOWED =
  'I believe in good faith that this use is not authorised by the copyright owner, their agent or the law.'
const AUTHORISED =
  'This notice is accurate and, under penalty of perjury, I own the right that is infringed or am authorised to act for its owner.'

/** The typed values are kept until the server accepts the notice. @param about The first address of the notice. */
export function TakedownNoticeForm({ about }: { about: string }) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, addresses: about && `${about}\n` })
  const { problems, form, submit, isPending } = useSending(draft)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const part = { draft, problems, change, isCopyright: draft.kind === 'copyright' }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <KindChoice chosen={draft.kind} onChange={(kind) => change({ kind })} />
      <What {...part} />
      <Who {...part} />
      <Confirmations {...part} />
      <Button type="submit" variant="primary" pending={isPending} className="self-start">
        Send notice
      </Button>
    </form>
  )
}

interface PartProps {
  draft: Draft
  problems: Problems
  isCopyright: boolean
  change: (changes: Partial<Draft>) => void
}

/** Returns the props that connect a control to a field of the draft. */
function typed(
  { draft, problems, change }: PartProps,
  field: Exclude<keyof Draft, 'kind' | 'isGoodFaith' | 'isAuthorised'>,
) {
  return {
    required: true,
    value: draft[field],
    error: problems[field],
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  }
}

function What(props: PartProps) {
  return (
    <>
      <TextArea
        label="Where is it?"
        hint="Paste one link per line. For a comment, paste the link of its clip and quote the comment below."
        rows={2}
        spellCheck={false}
        {...typed(props, 'addresses')}
      />
      {props.isCopyright && (
        <TextArea
          label="Which work is it?"
          hint="Its title, its author, and where it can be seen."
          rows={2}
          maxLength={NOTICE_TEXT_MAX_LENGTH}
          {...typed(props, 'work')}
        />
      )}
      <TextArea
        label="Why should it be removed?"
        rows={4}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        {...typed(props, 'explanation')}
      />
    </>
  )
}

function Who(props: PartProps) {
  return (
    <>
      <Field
        label="Your name"
        hint="Only the moderators who review your notice can see it."
        autoComplete="name"
        maxLength={NOTICE_NAME_MAX_LENGTH}
        {...typed(props, 'name')}
      />
      <Field
        label="Your email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Only the site’s operator can see it, to reply to you."
        {...typed(props, 'email')}
      />
      {props.isCopyright && (
        <TextArea
          label="Your postal address and phone number"
          hint="Only the site’s operator can see it."
          rows={3}
          maxLength={NOTICE_TEXT_MAX_LENGTH}
          {...typed(props, 'contact')}
        />
      )}
    </>
  )
}

function Confirmations(props: PartProps) {
  const { draft, problems, change, isCopyright } = props
  return (
    <>
      <Checkbox
        label={isCopyright ? NOT_ALLOWED : ACCURATE}
        required
        checked={draft.isGoodFaith}
        error={problems.isGoodFaith}
        onChange={(isGoodFaith) => change({ isGoodFaith })}
      />
      {isCopyright && (
        <>
          <Checkbox
            label={AUTHORISED}
            required
            checked={draft.isAuthorised}
            error={problems.isAuthorised}
            onChange={(isAuthorised) => change({ isAuthorised })}
          />
          <Field
            label="Signature"
            hint="Type your full name."
            autoComplete="off"
            maxLength={NOTICE_NAME_MAX_LENGTH}
            {...typed(props, 'signature')}
          />
        </>
      )}
    </>
  )
}

function useSending(draft: Draft) {
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const [, navigate] = useLocation()
  const show = (title: string, found: Problems, sentence = Object.values(found)[0]) => {
    flushSync(() => setProblems(found))
    showErrorToast(title, sentence)
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (notice: TakedownNoticeBody) => call(sendTakedownNotice, { body: notice }),
    onSuccess: ({ noticeId }) => navigate(`/notice?receipt=${noticeId}`, { replace: true }),
    onError: (error) => {
      const sentence = error instanceof ApiError && error.isRefusal ? error.sentence : undefined
      show('We couldn’t send your notice', problemsOf(error), sentence ?? 'Check your connection and send it again.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkDraft(draft)
    if ('problems' in checked) return show('Something is missing', checked.problems)
    setProblems({})
    mutate(checked.notice)
  }
  return { problems, form, submit, isPending }
}
