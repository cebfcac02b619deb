import { useRef } from 'react'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { DecisionBody, Measure } from '../../../../contract/moderation/decisions.ts'
import { FACTS_MAX_LENGTH, QUIET_DAYS } from '../../../../contract/moderation/decisions.ts'
import { type RuleKey, ruleKeys } from '../../../../contract/moderation/rules.ts'
import { useKeys } from '../../../page/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { asDecision, type Draft, factsOf, measureOf } from './draft.ts'
import { EndSelect } from './end-select.tsx'
import { MeasureChoice } from './measure-choice.tsx'
import { hasEnd, measureTexts } from './measures.ts'
import { RuleSelect } from './rule-select.tsx'
import { type Reach, sendLabel } from './send-label.ts'
import { leaveOrSend } from './typing-keys.ts'
import { useDraft } from './use-draft.ts'

interface DecisionFormProps {
  /** What it is about, as a key: what is typed is kept under it until it is sent. */
  subject: string
  kind: CaseKind
  /** What the reports name. */
  reported: RuleKey[]
  measures: Measure[]
  /** What suspending would hide. */
  reach: Reach | undefined
  pending: boolean
  onSend: (decision: DecisionBody) => void
}

/** Rule, measure, end, facts and note. By keys alone, too: digits choose the rule, letters the measure, Enter sends. */
export function DecisionForm({ subject, kind, reported, measures, reach, pending, onSend }: DecisionFormProps) {
  const [draft, change] = useDraft(subject, reported)
  const form = useRef<HTMLFormElement>(null)
  const measure = measureOf(draft, kind)
  const facts = factsOf(draft, kind)
  const send = () => {
    const decision = asDecision(draft, kind)
    if (pending) return
    if (decision) onSend(decision)
    else form.current?.querySelector<HTMLElement>(draft.rule ? 'textarea' : 'select')?.focus()
  }
  useKeys({
    ...choiceKeys(measures, change),
    e: () => form.current?.querySelector('textarea')?.focus(),
    Enter: send,
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex flex-col gap-5"
    >
      <RuleSelect rule={draft.rule} onChange={(rule) => change({ rule })} />
      <MeasureChoice
        kind={kind}
        measures={measures}
        chosen={measure}
        usual={draft.rule && measureOf({ ...draft, chosenMeasure: undefined }, kind)}
        onChange={(chosenMeasure) => change({ chosenMeasure })}
      />
      {measure === 'none' && (
        <Checkbox
          checked={draft.isQuiet}
          onChange={(isQuiet) => change({ isQuiet })}
          label={`Open no case about it for ${QUIET_DAYS} days`}
          effect="Reports are kept. A legal notice opens one all the same, and so does a report once its words have changed."
        />
      )}
      {hasEnd(measure) && <EndSelect draft={draft} onChange={(days) => change({ days })} />}
      <Texts facts={facts} note={draft.note} isRead={measure !== 'none'} onChange={change} />
      <Button
        type="submit"
        variant={measure === 'none' ? 'quiet' : 'primary'}
        pending={pending}
        disabled={!draft.rule || !measure || facts.trim() === ''}
        className="sticky bottom-0 py-2"
      >
        {sendLabel(draft, measure, kind, reach)}
      </Button>
    </form>
  )
}

function choiceKeys(measures: Measure[], change: (changed: Partial<Draft>) => void) {
  return Object.fromEntries([
    ...ruleKeys.map((rule, i) => [String(i + 1), () => change({ rule })] as const),
    ...measures.map((each) => [measureTexts[each].key, () => change({ chosenMeasure: each })] as const),
  ])
}

interface TextsProps {
  facts: string
  note: string
  /** By whom it is about. */
  isRead: boolean
  onChange: (changed: Partial<Draft>) => void
}

function Texts({ facts, note, isRead, onChange }: TextsProps) {
  return (
    <>
      <TextArea
        label="Facts"
        required
        rows={3}
        maxLength={FACTS_MAX_LENGTH}
        onKeyDown={leaveOrSend}
        hint={isRead ? 'They read this. Say what you saw, and where.' : 'For the record.'}
        value={facts}
        onChange={({ target }) => onChange({ typedFacts: target.value })}
      />
      <TextArea
        label="Note"
        rows={1}
        maxLength={FACTS_MAX_LENGTH}
        onKeyDown={leaveOrSend}
        hint="For those who look after the site."
        value={note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </>
  )
}
