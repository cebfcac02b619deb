import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import {
  missingForCopyright,
  NOTICE_TEXT_MAX_LENGTH,
  sendTakedownNotice,
  TakedownNoticeBody,
  type TakedownNoticeKind,
  takedownNoticeKinds,
} from '../../../../contract/moderation/takedown-notices.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { senderFields } from './sender-fields.ts'

const ACCURATE = 'I believe in good faith that this notice is accurate and complete.'
const NOT_ALLOWED =
  'I believe in good faith that this use is not authorised by the copyright owner, their agent or the law.'
const AUTHORISED =
  'This notice is accurate and, under penalty of perjury, I own the right that is infringed or am authorised to act for its owner.'

const kinds = Object.fromEntries(
  Object.entries(takedownNoticeKinds).map(([kind, label]) => [kind, { label }]),
) as Record<TakedownNoticeKind, { label: string }>

const nothing = {
  kind: 'copyright' as TakedownNoticeKind,
  /** One address per line. */
  addresses: '',
  explanation: '',
  name: '',
  email: '',
  isGoodFaith: false,
  work: '',
  contact: '',
  isAuthorised: false,
  signature: '',
}

/** The schema of a notice. It also reports missing copyright fields, so that all errors appear together. */
const Notice = z.intersection(
  TakedownNoticeBody,
  z.transform((notice: TakedownNoticeBody, { issues }) => {
    for (const { path, message } of missingForCopyright(notice)) {
      issues.push({ code: 'custom', path: [path], message, input: notice })
    }
    return {}
  }),
)

/** The typed values stay until the server accepts the notice. @param about The first address of the notice. */
export function TakedownNoticeForm({ about }: { about: string }) {
  const { props, field, values, isPending } = useNoticeForm(about)
  const isCopyright = values.kind === 'copyright'
  return (
    <form {...props} className="flex flex-col gap-6">
      <RadioGroup legend="What is it about?" choices={kinds} {...field('kind')} />
      <TextArea
        label="Where is it?"
        hint="Paste one link per line. For a comment, paste the link of its clip and quote the comment below."
        rows={2}
        spellCheck={false}
        required
        {...field('addresses')}
      />
      {isCopyright && (
        <TextArea
          label="Which work is it?"
          hint="Its title, its author, and where it can be seen."
          rows={2}
          maxLength={NOTICE_TEXT_MAX_LENGTH}
          required
          {...field('work')}
        />
      )}
      <TextArea
        label="Why should it be removed?"
        rows={4}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        required
        {...field('explanation')}
      />
      <Field
        {...senderFields.name}
        hint="Only moderators, admins and the site’s operator can see it."
        {...field('name')}
      />
      <Field
        label="Your email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Only the site’s operator can see it, to reply to you."
        required
        {...field('email')}
      />
      {isCopyright && (
        <TextArea {...senderFields.contact} hint="Only the site’s operator can see it." {...field('contact')} />
      )}
      <Checkbox label={isCopyright ? NOT_ALLOWED : ACCURATE} required {...field('isGoodFaith')} />
      {isCopyright && (
        <>
          <Checkbox label={AUTHORISED} required {...field('isAuthorised')} />
          <Field {...senderFields.signature} {...field('signature')} />
        </>
      )}
      <Button type="submit" variant="primary" pending={isPending} className="self-start">
        Send notice
      </Button>
    </form>
  )
}

function useNoticeForm(about: string) {
  const [, navigate] = useLocation()
  return useZodForm(Notice, {
    defaults: { ...nothing, addresses: about && `${about}\n` },
    toBody: ({ work, contact, isAuthorised, signature, ...always }) => ({
      ...always,
      addresses: always.addresses.split('\n').filter((line) => line.trim()),
      ...(always.kind === 'copyright' && { work, contact, isAuthorised, signature }),
    }),
    submit: async (body) => {
      const { noticeId } = await call(sendTakedownNotice, { body })
      navigate(`/notice?receipt=${noticeId}`, { replace: true })
    },
    onError: toastFailure('We couldn’t send your notice'),
    invalidTitle: 'Something is missing',
  })
}
