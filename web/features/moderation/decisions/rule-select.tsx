import { type RuleKey, ruleKeys, rules } from '../../../../contract/moderation/rules.ts'
import { Select } from '../../../ui/forms/field.tsx'

/** A select for the rule. The numbers of the rules are keyboard shortcuts. */
export function RuleSelect({ rule, onChange }: { rule: RuleKey | undefined; onChange: (rule: RuleKey) => void }) {
  return (
    <Select
      label="Rule"
      required
      hint={rule && rules[rule].text}
      value={rule ?? ''}
      onChange={({ target }) => onChange(target.value as RuleKey)}
    >
      <option value="" disabled>
        Choose the rule
      </option>
      {ruleKeys.map((key, i) => (
        <option key={key} value={key}>
          {i + 1} · {rules[key].title}
        </option>
      ))}
    </Select>
  )
}
