import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  APPEAL_MAX_LENGTH,
  AppealBody,
  appealDecision,
  type Statement,
} from '../../../../contract/moderation/appeals.ts'
import { formatDay } from '../../../format/day.ts'
import { codeOf, refusalOf } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { keepFocus } from '../../../page/focus.ts'
import { Button } from '../../../ui/button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { Counter, TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { readPersonal, storePersonal } from '../../../viewer/personal-state.ts'
import { replaceStatement, statementsQuery } from './account-status.queries.ts'

/** The appeal form for a decision, or the state of the appeal once it is sent. A decision can be appealed once. */
export function AppealBox({ statement, userId }: { statement: Statement; userId: string }) {
  const { appeal, mayAppeal, appealUntil, state } = statement
  const box = useRef<HTMLDivElement>(null)
  return (
    // Takes the focus when the form disappears, so that screen readers read what replaces it.
    <div ref={box} tabIndex={-1}>
      {appeal ? (
        <Appealed appeal={appeal} />
      ) : mayAppeal ? (
        <AppealForm statement={statement} userId={userId} onOver={() => keepFocus(box.current)} />
      ) : state === 'reversed' ? (
        'This decision can no longer be appealed.'
      ) : (
        `The appeal deadline was ${formatDay(appealUntil)}.`
      )}
    </div>
  )
}

function Appealed({ appeal }: { appeal: NonNullable<Statement['appeal']> }) {
  const { text, day, outcome, answer, answeredOn, sameJudge } = appeal
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-small text-ink-muted">You wrote on {formatDay(day)}:</p>
        {text && <ClampedText text={text} />}
      </div>
      {outcome === null ? (
        <p>Waiting for an answer. You’ll see it here.</p>
      ) : (
        <div>
          <p className="font-strong">
            {outcome === 'reversed'
              ? 'Your appeal succeeded: the decision was reversed.'
              : 'Your appeal was declined: the decision stays.'}
          </p>
          {answer && (
            <p dir="auto" className="mt-1 whitespace-pre-line">
              {answer}
            </p>
          )}
          {answeredOn !== null && (
            <p className="mt-1 text-small text-ink-muted">
              {`Answered on ${formatDay(answeredOn)}${describeModerator(sameJudge)}.`}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function describeModerator(sameJudge: boolean | null): string {
  if (sameJudge === null) return ''
  return sameJudge ? ', by the moderator who made the decision' : ', by a different moderator'
}

interface AppealFormProps {
  statement: Statement
  userId: string
  /** Called before the form disappears. */
  onOver: () => void
}

function AppealForm({ statement: { id, appealUntil }, userId, onOver }: AppealFormProps) {
  const client = useQueryClient()
  const draftName = `appeal-${id}`
  const form = useZodForm(AppealBody, {
    defaults: { text: '' },
    // The unsent text is kept on this device.
    draft: {
      read: () => ({ text: readPersonal(draftName, userId) ?? '' }),
      store: (typed) => storePersonal(draftName, userId, typed?.text ?? null),
    },
    submit: async (body) => {
      const sent = await call(appealDecision, { params: { id }, body })
      onOver()
      replaceStatement(client, sent)
    },
    onError: (error) => {
      if (codeOf(error) === 'APPEAL_OVER') {
        onOver()
        toastFailure('We couldn’t send your appeal')(error)
        return
      }
      form.showMessages({
        text: refusalOf(error) ?? 'We couldn’t send your appeal. Your text is still here, so please try again.',
      })
    },
    // The appeal may have been sent in another tab, or the decision reversed meanwhile.
    affects: statementsQuery,
  })
  const { length } = form.values.text.trim()
  return (
    <form {...form.props} className="flex flex-col items-stretch gap-4">
      <p>
        You can appeal once, until {formatDay(appealUntil)}, free of charge. Where possible, a different moderator
        reviews it. You’ll see the answer here.
      </p>
      <TextArea
        label="Why should the decision change?"
        rows={4}
        aside={length > APPEAL_MAX_LENGTH - 200 && <Counter length={length} maxLength={APPEAL_MAX_LENGTH} />}
        {...form.field('text')}
      />
      <Button type="submit" variant="primary" className="self-end" pending={form.isPending}>
        Send appeal
      </Button>
    </form>
  )
}
