import { useState } from 'react'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { type Draft, findDraft, keepDraft, newDraft } from './draft.ts'

/** Returns the stored draft of a decision, and a function that changes it. */
export function useDraft(subject: string, reported: RuleKey[]): [Draft, (changed: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => findDraft(subject) ?? newDraft(reported))
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed }
    keepDraft(subject, next)
    setDraft(next)
  }
  return [draft, change]
}
