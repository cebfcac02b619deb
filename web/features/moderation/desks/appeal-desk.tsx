import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type Appeal, answerAppeal, AppealAnswer } from '../../../../contract/moderation/appeals.ts'
import { type Decision, FACTS_MAX_LENGTH } from '../../../../contract/moderation/decisions.ts'
import { isolate } from '../../../format/isolate.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import { StillMissing } from '../../../ui/forms/still-missing.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { ruleOf } from '../rules/rules.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { caseQuery, allCases, touchPages } from '../cases/case.queries.ts'
import { CaseEvidence } from '../cases/case-evidence.tsx'
import { describeDecision } from '../decisions/describe-decision.ts'
import { StickyEnd } from '../decisions/sticky-end.tsx'
import { leaveOrSend } from '../decisions/typing-keys.ts'
import { Desk } from './desk.tsx'
import { appealsQuery } from './moderation.queries.ts'
import { UnsentText } from './unsent-text.tsx'

interface AppealDeskProps {
  appeal: Appeal
  /** The reviewer's answer, if a colleague has answered the appeal first. */
  unsentText: string
}

/** The decision, the appeal and the original evidence, so that the reviewer sees what the first moderator saw. */
export function AppealDesk({ appeal, unsentText }: AppealDeskProps) {
  const { decision, text, appealedAt, whyNot } = appeal
  const query = useQuery(caseQuery(decision.caseId))
  return (
    <Desk
      heading={
        <div>
          <h2 dir="auto" className="headline line-clamp-2 text-lead">
            {decision.subject}
          </h2>
          <p className="mt-1 text-small text-ink-muted">
            {describeDecision(decision)} · <bdi>{ruleOf(decision.rule).title}</bdi>
            {decision.decidedBy !== null && ` · by ${isolate(decision.decidedBy)}`} ·{' '}
            <RelativeTime iso={decision.decidedAt} />
          </p>
        </div>
      }
      form={
        <div className="flex flex-col gap-5">
          <section className="flex flex-col gap-1">
            <h3 className="text-small text-ink-muted">
              Their appeal · <RelativeTime iso={appealedAt} />
            </h3>
            <ClampedText text={text} />
          </section>
          {unsentText ? (
            <>
              <p className="font-strong">This appeal is no longer open.</p>
              <UnsentText text={unsentText} />
            </>
          ) : whyNot === null ? (
            <AppealForm decision={decision} />
          ) : (
            <p className="font-strong">{whyNot}</p>
          )}
        </div>
      }
    >
      <QueryContent query={query} what="the case">
        {(shown) => <CaseEvidence shown={shown} />}
      </QueryContent>
    </Desk>
  )
}

const outcomes = {
  upheld: { label: 'Uphold the decision', effect: 'The decision stays as it is.' },
  reversed: { label: 'Reverse the decision', effect: 'Its effects are undone.' },
} as const

const CORRECTED = 'Their record is corrected, but the clip can’t be restored.'

const noAnswer = { outcome: undefined as AppealAnswer['outcome'] | undefined, answer: '' }

/** Unsent answers by decision. */
const draftOf = createPersonalDrafts<Partial<typeof noAnswer>>()

/** Returns the unsent answer to an appeal, or `''`. */
export const typedAnswerTo = (id: string) => draftOf(id).read()?.answer ?? ''

/** A form for the answer to an appeal, which the appellant reads. No outcome is preselected. */
export function AppealForm({ decision: { id, isPermanent } }: { decision: Decision }) {
  const form = useAppealForm(id)
  const { outcome, answer } = form.values
  const missingId = useId()
  const missing = [outcome ? [] : 'decision', answer.trim() ? [] : 'answer'].flat()
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <RadioGroup
        legend="The decision"
        required
        isDense
        choices={isPermanent ? { ...outcomes, reversed: { ...outcomes.reversed, effect: CORRECTED } } : outcomes}
        {...form.field('outcome')}
      />
      <TextArea
        label="Answer"
        required
        rows={3}
        maxLength={FACTS_MAX_LENGTH}
        hint="The person concerned will see this."
        onKeyDown={leaveOrSend}
        {...form.field('answer')}
      />
      <StickyEnd note={<StillMissing id={missingId} missing={missing} />}>
        <Button
          type="submit"
          variant="primary"
          aria-describedby={missing.length > 0 ? missingId : undefined}
          pending={form.isPending}
          disabled={missing.length > 0}
        >
          {outcome === undefined ? 'Answer' : `${outcomes[outcome].label}, and answer`}
        </Button>
      </StickyEnd>
    </form>
  )
}

function useAppealForm(id: string) {
  const client = useQueryClient()
  const refresh = () => Promise.all([client.invalidateQueries(appealsQuery), client.invalidateQueries(allCases)])
  const form = useZodForm(AppealAnswer, {
    defaults: noAnswer,
    draft: draftOf(id),
    toBody: (typed) => typed,
    submit: async (body) => {
      const { outcome } = await call(answerAppeal, { params: { id }, body })
      // Without a draft, the answered appeal leaves the screen with the refreshed list.
      form.discard()
      if (outcome === 'reversed') touchPages(client)
      showToast(outcome === 'upheld' ? 'Decision upheld' : 'Decision reversed', 'They’ll see your answer.')
      await refresh()
    },
    onError: (error) => {
      toastFailure('We couldn’t send your answer')(error)
      void refresh()
    },
  })
  return form
}
