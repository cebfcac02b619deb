import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { answerAppeal, type Decision, FACTS_MAX_LENGTH } from '../../../../contract/moderation/decisions.ts'
import { call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/forms/choice.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { showRefusal } from '../decisions/show-refusal.ts'
import { leaveOrSend } from '../decisions/typing-keys.ts'
import { allCases } from '../cases/case.queries.ts'
import { appealsQuery } from './moderation.queries.ts'

type Answer = RequestOf<typeof answerAppeal>['body']

const outcomes = {
  upheld: { label: 'Uphold the decision', effect: 'The decision stays as it is.' },
  reversed: { label: 'Reverse the decision', effect: 'Its effects are undone.' },
} as const

/** Unsent answers by decision. */
const drafts = new Map<string, Partial<Answer>>()
onSignOut(() => drafts.clear())

/** A form for the answer to an appeal, which the appellant reads. No outcome is preselected. */
export function AppealForm({ decision: { id, isPermanent } }: { decision: Decision }) {
  const name = useId()
  const [draft, setDraft] = useState(() => drafts.get(id) ?? {})
  const change = (changed: Partial<Answer>) => {
    drafts.set(id, { ...draft, ...changed })
    setDraft({ ...draft, ...changed })
  }
  const { outcome, answer = '' } = draft
  const send = useAnswerAppeal(id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (outcome && answer.trim() !== '' && !send.isPending) send.mutate({ outcome, answer })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-small font-strong">The decision</legend>
        {(['upheld', 'reversed'] as const).map((value) => (
          <Choice
            key={value}
            name={name}
            checked={value === outcome}
            onChange={() => change({ outcome: value })}
            {...outcomes[value]}
            {...(value === 'reversed' &&
              isPermanent && { effect: 'Their record is corrected, but the clip can’t be restored.' })}
          />
        ))}
      </fieldset>
      <TextArea
        label="Answer"
        required
        rows={3}
        maxLength={FACTS_MAX_LENGTH}
        hint="The creator will see this."
        value={answer}
        onKeyDown={leaveOrSend}
        onChange={({ target }) => change({ answer: target.value })}
      />
      <Button
        type="submit"
        variant="primary"
        pending={send.isPending}
        disabled={outcome === undefined || answer.trim() === ''}
      >
        {outcome === undefined ? 'Answer' : `${outcomes[outcome].label}, and answer`}
      </Button>
    </form>
  )
}

function useAnswerAppeal(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Answer) => call(answerAppeal, { params: { id }, body }),
    onSuccess: ({ outcome }) => {
      drafts.delete(id)
      showToast(outcome === 'upheld' ? 'Decision upheld' : 'Decision reversed', 'They’ll see your answer.')
    },
    onError: (error) => showRefusal(error, 'We couldn’t send your answer'),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: appealsQuery.queryKey }), client.invalidateQueries(allCases)]),
  })
}
