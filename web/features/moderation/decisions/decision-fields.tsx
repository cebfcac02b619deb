import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { formatDeadline } from '../../../format/day.ts'
import { currentRuleKeys, ruleOf } from '../rules/rules.ts'
import { Select, SelectOptions } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import { Key } from '../../../ui/key.tsx'
import { type Draft, untilOf } from './draft.ts'
import { enforcementTexts, type SubjectKind } from './enforcements.ts'

/** Number of rules that have a keyboard shortcut. */
const KEYS = 9

interface RuleSelectProps {
  value: RuleKey | undefined
  error?: string | undefined
  onChange: (rule: RuleKey) => void
}

/** A select for the rule. The numbers of the rules are keyboard shortcuts. */
export function RuleSelect({ value, error, onChange }: RuleSelectProps) {
  return (
    <Select
      label="Rule"
      required
      error={error}
      hint={value && ruleOf(value).text}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value as RuleKey)}
    >
      <option value="" disabled>
        Choose the rule
      </option>
      {currentRuleKeys().map((key, i) => (
        <option key={key} value={key}>
          {i < KEYS ? `${i + 1} · ` : ''}
          {ruleOf(key).title}
        </option>
      ))}
    </Select>
  )
}

/** The labels of the durations, by their number of days. */
const durations = { 1: '1 day', 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year', '': 'Until lifted' }

/** A select for the duration of a restriction or suspension. */
export function EndSelect({ draft, onChange }: { draft: Draft; onChange: (days: number | undefined) => void }) {
  const until = untilOf(draft)
  return (
    <Select
      label="Until"
      hint={until && `Ends automatically on ${formatDeadline(until.toISOString())}.`}
      value={draft.days ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    >
      <SelectOptions labels={durations} />
    </Select>
  )
}

interface EnforcementChoiceProps {
  kind: SubjectKind
  enforcements: Enforcement[]
  chosen: Enforcement | undefined
  /** The usual enforcement of the rule. */
  usual: Enforcement | undefined
  onChange: (measure: Enforcement) => void
}

export function EnforcementChoice({ kind, enforcements, chosen, usual, onChange }: EnforcementChoiceProps) {
  const choices = enforcements.map((measure) => {
    const { label, effect, key } = enforcementTexts[measure]
    const name = (
      <>
        {label(kind)}
        {measure === usual && <span className="text-small text-ink-muted"> · usual</span>}
      </>
    )
    return [
      measure,
      { label: name, effect: measure === chosen ? effect : undefined, aside: <Key name={key} /> },
    ] as const
  })
  return (
    <RadioGroup
      legend="Action"
      required
      isDense
      value={chosen}
      choices={Object.fromEntries(choices)}
      onChange={onChange}
    />
  )
}
