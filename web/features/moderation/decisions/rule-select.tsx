import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { currentRuleKeys, ruleOf } from '../../../page/rules.ts'
import { Select } from '../../../ui/forms/field.tsx'

/** Number of rules that have a keyboard shortcut. */
const KEYS = 9

/** A select for the rule. The numbers of the rules are keyboard shortcuts. */
export function RuleSelect({ rule, onChange }: { rule: RuleKey | undefined; onChange: (rule: RuleKey) => void }) {
  return (
    <Select
      label="Rule"
      required
      hint={rule && ruleOf(rule).text}
      value={rule ?? ''}
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
