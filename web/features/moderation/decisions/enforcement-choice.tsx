import { useId } from 'react'
import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import { Choice } from '../../../ui/forms/choice.tsx'
import { Key } from '../../../ui/key.tsx'
import { enforcementTexts, type SubjectKind } from './enforcements.ts'

interface EnforcementChoiceProps {
  kind: SubjectKind
  measures: Enforcement[]
  chosen: Enforcement | undefined
  /** The usual enforcement of the rule. */
  usual: Enforcement | undefined
  onChange: (measure: Enforcement) => void
}

export function EnforcementChoice({ kind, measures: enforcements, chosen, usual, onChange }: EnforcementChoiceProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-small font-strong">Action</legend>
      {enforcements.map((measure) => {
        const { label, effect, key } = enforcementTexts[measure]
        return (
          <Choice
            key={measure}
            name={name}
            checked={measure === chosen}
            onChange={() => onChange(measure)}
            label={
              <>
                {label(kind)}
                {measure === usual && <span className="text-small text-ink-muted"> · usual</span>}
              </>
            }
            effect={measure === chosen ? effect : undefined}
            aside={<Key name={key} />}
          />
        )
      })}
    </fieldset>
  )
}
