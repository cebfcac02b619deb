import { useId } from 'react'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Measure } from '../../../../contract/moderation/decisions.ts'
import { Choice } from '../../../ui/forms/choice.tsx'
import { Key } from '../../../ui/key.tsx'
import { measureTexts } from './measures.ts'

interface MeasureChoiceProps {
  kind: CaseKind
  measures: Measure[]
  chosen: Measure | undefined
  /** The usual measure for the rule. */
  usual: Measure | undefined
  onChange: (measure: Measure) => void
}

export function MeasureChoice({ kind, measures, chosen, usual, onChange }: MeasureChoiceProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-small font-strong">Action</legend>
      {measures.map((measure) => {
        const { label, effect, key } = measureTexts[measure]
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
