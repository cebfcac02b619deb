import { type ComponentType, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  type DecisionBody,
  type Enforcement,
  FACTS_MAX_LENGTH,
  QUIET_DAYS,
} from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { currentRuleKeys } from '../rules/rules.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { StillMissing } from '../../../ui/forms/still-missing.tsx'
import { toDecision, type Draft, listMissing, useDraft } from './draft.ts'
import { beginFacts } from './facts.ts'
import { enforcementsFor, hasEnd, enforcementTexts, usualEnforcement, type SubjectKind } from './enforcements.ts'
import { RuleSelect, EndSelect, EnforcementChoice } from './decision-fields.tsx'
import { type Reach, sendLabel } from './send-label.ts'
import { type EndProps, StickyEnd } from './sticky-end.tsx'
import { leaveOrSend } from './typing-keys.ts'

interface DecisionFormProps {
  /** Key of the draft, which is kept until the decision is sent. */
  subject: string
  kind: SubjectKind
  /** The rules that the reports name. */
  reported: RuleKey[]
  /** The enforcements to offer. By default, all that the kind allows. */
  enforcements?: Enforcement[] | undefined
  /** The clips and comments that a suspension would hide. */
  reach?: Reach | undefined
  pending: boolean
  /** The end of the form, with the button and a note below it. By default, the end of a desk's form. */
  Actions?: ComponentType<EndProps>
  onSend: (decision: DecisionBody) => void
}

/**
 * A form for rule, enforcement, end, facts and note. The keyboard alone is enough. Digits choose the rule, and letters
 * the enforcement. Enter sends the form or moves to the first missing field.
 */
export function DecisionForm({
  subject,
  kind,
  reported,
  enforcements = enforcementsFor(kind),
  reach,
  pending,
  Actions = StickyEnd,
  onSend,
}: DecisionFormProps) {
  const [draft, change] = useDraft(subject, { reported, enforcements })
  const form = useRef<HTMLFormElement>(null)
  const missingId = useId()
  const { rule, measure } = draft
  const decision = toDecision(draft, kind)
  const missing = listMissing(draft, kind)
  const send = () => {
    if (pending) return
    if (decision) return onSend(decision)
    const first = !rule ? 'select' : !measure ? '[type=radio]' : 'textarea'
    form.current?.querySelector<HTMLElement>(first)?.focus()
  }
  useKeys({
    ...choiceKeys(enforcements, change),
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
      <div className="grid gap-5 @lg:grid-cols-2">
        <RuleSelect value={rule} onChange={(chosen) => change({ rule: chosen })} />
        <EnforcementChoice
          kind={kind}
          enforcements={enforcements}
          chosen={measure}
          usual={rule && usualEnforcement(rule, kind)}
          onChange={(chosen) => change({ measure: chosen })}
        />
      </div>
      {measure === 'none' && (
        <Checkbox
          checked={draft.isQuiet}
          onChange={(isQuiet) => change({ isQuiet })}
          label={`Don’t open another case about it for ${QUIET_DAYS} days`}
          effect="Reports are still stored. A legal notice opens a case anyway, and so does a report after the reported text has changed."
        />
      )}
      {hasEnd(measure) && <EndSelect draft={draft} onChange={(days) => change({ days })} />}
      <Texts draft={draft} kind={kind} onChange={change} />
      <Actions note={<StillMissing id={missingId} missing={missing} />}>
        <Button
          type="submit"
          variant={measure === 'none' ? 'quiet' : 'primary'}
          aria-describedby={missing.length > 0 ? missingId : undefined}
          pending={pending}
          disabled={!decision}
          className="py-2"
        >
          {sendLabel(draft, kind, reach)}
        </Button>
      </Actions>
    </form>
  )
}

function choiceKeys(enforcements: Enforcement[], change: (changed: Partial<Draft>) => void) {
  return Object.fromEntries([
    ...currentRuleKeys().map((rule, i) => [String(i + 1), () => change({ rule })] as const),
    ...enforcements.map((each) => [enforcementTexts[each].key, () => change({ measure: each })] as const),
  ])
}

interface TextsProps {
  draft: Draft
  kind: SubjectKind
  onChange: (changed: Partial<Draft>) => void
}

/** The facts and the internal note. The affected person reads the facts, unless there was no violation. */
function Texts({ draft: { rule, measure, facts, note }, kind, onChange }: TextsProps) {
  const box = useRef<HTMLDivElement>(null)
  const isRead = measure !== 'none'
  const begin = (beginning: string) => {
    flushSync(() => onChange({ facts: beginning }))
    const area = box.current?.querySelector('textarea')
    area?.focus()
    area?.setSelectionRange(beginning.length, beginning.length)
  }
  return (
    <>
      <div ref={box} className="flex flex-col gap-2">
        <TextArea
          label="Facts"
          required={isRead}
          rows={3}
          maxLength={FACTS_MAX_LENGTH}
          onKeyDown={leaveOrSend}
          hint={
            isRead
              ? 'The person concerned will see this. Be specific about what and where: a time in the clip, or a quote.'
              : 'Optional. For the record only.'
          }
          value={facts}
          onChange={({ target }) => onChange({ facts: target.value })}
        />
        {isRead && rule && facts === '' && (
          <Button
            variant="ghost"
            className="self-start rounded-control! px-3! py-2 text-start text-small font-regular!"
            onClick={() => begin(beginFacts(rule, kind))}
          >
            {`Start with “${beginFacts(rule, kind)}…”`}
          </Button>
        )}
      </div>
      <TextArea
        label="Note"
        rows={1}
        maxLength={FACTS_MAX_LENGTH}
        onKeyDown={leaveOrSend}
        hint="Only moderators and admins can see this."
        value={note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </>
  )
}
