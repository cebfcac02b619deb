import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import {
  CounterNoticeBody,
  RESTORED_AFTER_WEEKDAYS,
  sendCounterNotice,
} from '../../../../contract/moderation/counter-notices.ts'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import { NOTICE_TEXT_MAX_LENGTH } from '../../../../contract/moderation/takedown-notices.ts'
import { formatDay } from '../../../format/day.ts'
import { codeOf } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { keepFocus } from '../../../page/focus.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { senderFields } from '../takedown-notices/sender-fields.ts'
import { replaceStatement, statementsQuery } from './account-status.queries.ts'

/** The counter-notice form for a copyright takedown, or the state of the counter-notice and the date of restoration. */
export function CounterNoticeBox({ statement }: { statement: Statement }) {
  const { id, kind, counterNotice } = statement
  const [isOpen, setOpen] = useState(() => draftOf(id).read() !== undefined)
  // If the decision is reversed meanwhile, the box disappears. Its heading then takes the focus.
  const box = useFocusAfterRemoval<HTMLDivElement>(() => document.getElementById(id)?.focus())
  const open = () => {
    flushSync(() => setOpen(true))
    box.current?.querySelector('textarea')?.focus()
  }
  return (
    // Takes the focus when the form disappears, so that screen readers read the counter-notice.
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4">
      {counterNotice ? (
        <Sent statement={statement} counterNotice={counterNotice} />
      ) : (
        <>
          <p>
            If this was a mistake, or you are allowed to use the work, you can send a counter-notice. We’ll forward it
            to the sender of the notice, with your name, postal address and phone number. Your {thingOf(kind)} will be
            restored after {RESTORED_AFTER_WEEKDAYS} weekdays, unless they go to court.
          </p>
          {isOpen ? (
            <CounterNoticeForm decisionId={id} onOver={() => keepFocus(box.current)} />
          ) : (
            <Button className="self-start bg-surface-raised" onClick={open}>
              Write a counter-notice
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Sent({
  statement: { state, kind, isPermanent },
  counterNotice: { day, restoreOn, isCourtAction },
}: {
  statement: Statement
  counterNotice: NonNullable<Statement['counterNotice']>
}) {
  const restoration = () => {
    if (state !== 'in-force' || isPermanent) return ''
    if (isCourtAction) return ' The sender of the notice has gone to court, so nothing changes until the case is over.'
    return ` Your ${thingOf(kind)} will be restored on ${formatDay(restoreOn)}, unless the sender of the notice goes to court.`
  }
  return (
    <p>
      You sent a counter-notice on {formatDay(day)}.{restoration()}
    </p>
  )
}

const thingOf = (kind: Statement['kind']) => (kind === 'comment' ? 'comment' : 'clip')

const MISTAKEN =
  'Under penalty of perjury: I believe in good faith that it was hidden as a result of mistake or misidentification.'
const COURT =
  'I consent to the jurisdiction of the federal district court for my address or, outside the USA, for any place where this site may be found, and I will accept service of process from the sender of the notice or their agent.'

const empty = { explanation: '', name: '', contact: '', isMistaken: false, acceptsCourt: false, signature: '' }

/**
 * Unsent counter-notices by decision. They stay until the server accepts them. They are not stored on the device,
 * because they contain a postal address.
 */
const draftOf = createPersonalDrafts<Partial<typeof empty>>()

interface CounterNoticeFormProps {
  decisionId: string
  /** Called before the form disappears. */
  onOver: () => void
}

export function CounterNoticeForm(sending: CounterNoticeFormProps) {
  const { props, field, isPending } = useCounterNoticeForm(sending)
  return (
    <form {...props} className="flex flex-col gap-5">
      <TextArea
        label="Why was it a mistake?"
        hint="The moderators, the site’s operator and the sender of the notice can see it."
        rows={3}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        required
        {...field('explanation')}
      />
      <Field {...senderFields.name} {...field('name')} />
      <TextArea
        {...senderFields.contact}
        hint="Only the site’s operator and the sender of the notice can see it."
        {...field('contact')}
      />
      <Checkbox label={MISTAKEN} required {...field('isMistaken')} />
      <Checkbox label={COURT} required {...field('acceptsCourt')} />
      <Field {...senderFields.signature} {...field('signature')} />
      <Button type="submit" variant="primary" pending={isPending} className="self-end">
        Send counter-notice
      </Button>
    </form>
  )
}

function useCounterNoticeForm({ decisionId, onOver }: CounterNoticeFormProps) {
  const client = useQueryClient()
  return useZodForm(CounterNoticeBody, {
    defaults: empty,
    draft: draftOf(decisionId),
    toBody: (typed) => typed,
    submit: async (body) => {
      const sent = await call(sendCounterNotice, { params: { id: decisionId }, body })
      onOver()
      replaceStatement(client, sent)
    },
    onError: (error) => {
      if (codeOf(error) === 'CONFLICT') onOver()
      toastFailure('We couldn’t send your counter-notice')(error)
    },
    // It may have been sent in another tab, or the decision reversed meanwhile.
    affects: statementsQuery,
    invalidTitle: 'Something is missing',
  })
}
