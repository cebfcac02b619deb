import { useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  OWN_RULES_MAX,
  OwnRulesChange,
  RULE_TEXT_MAX_LENGTH,
  RULE_TITLE_MAX_LENGTH,
} from '../../../../../contract/moderation/own-rules.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'

/** A rule in the form. A new one has no key yet. */
export interface TypedRule {
  key: string | null
  title: string
  text: string
}

interface RuleFieldsProps {
  value: TypedRule[]
  error: string | undefined
  /** Whether a save is under way. The rules can then be read, but not changed. */
  isPending: boolean
  onChange: (rules: TypedRule[]) => void
}

/** The name and the text of each rule that admins add to the standard ones. */
export function RuleFields({ value: rules, error, isPending, onChange }: RuleFieldsProps) {
  const list = useRef<HTMLDivElement>(null)
  const issues =
    error === undefined ? [] : (OwnRulesChange.safeParse(rules).error?.issues ?? [{ path: [], message: error }])
  /** A message about the whole list, such as a name that is used twice, is shown at the last rule. */
  const errorOf = (index: number, name: 'title' | 'text') =>
    issues.find(({ path: [at = rules.length - 1, of = 'title'] }) => at === index && of === name)?.message
  const change = (index: number, changed: Partial<TypedRule>) =>
    onChange(rules.map((rule, i) => (i === index ? { ...rule, ...changed } : rule)))
  const add = () => {
    flushSync(() => onChange([...rules, { key: null, title: '', text: '' }]))
    list.current?.querySelector<HTMLElement>(':scope > fieldset:last-of-type input')?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => onChange(rules.filter((_, i) => i !== index)))
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  return (
    <div ref={list} className="flex flex-col gap-6">
      <p className="text-small text-ink-muted">
        Added to the standard rules at /rules. People can name them in reports, and moderators in decisions. Earlier
        decisions keep the wording that applied then. Pages that are already open show changes after a reload.
      </p>
      {rules.map((rule, index) => (
        // A save gives a new rule its key. If React identified rules by that key, it would replace the focused field.
        <fieldset key={index} className="flex min-w-0 flex-col gap-3 border-t border-line pt-6">
          <legend className="sr-only">{rule.title || `New rule ${index + 1}`}</legend>
          <Field
            label="Name of the rule"
            hint={`Up to ${RULE_TITLE_MAX_LENGTH} characters.`}
            required
            readOnly={isPending}
            value={rule.title}
            error={errorOf(index, 'title')}
            onChange={({ target }) => change(index, { title: target.value })}
          />
          <TextArea
            label="Text of the rule"
            hint={`A sentence or two: what isn’t allowed. Up to ${RULE_TEXT_MAX_LENGTH} characters.`}
            required
            readOnly={isPending}
            rows={2}
            value={rule.text}
            error={errorOf(index, 'text')}
            onChange={({ target }) => change(index, { text: target.value })}
          />
          <Button
            variant="ghost"
            disabled={isPending}
            className="-ml-4 self-start sm:-ml-5"
            onClick={() => remove(index)}
          >
            Remove<span className="sr-only"> {rule.title || `new rule ${index + 1}`}</span>
          </Button>
        </fieldset>
      ))}
      {rules.length < OWN_RULES_MAX ? (
        <Button data-add disabled={isPending} className="self-start" onClick={add}>
          Add a rule
        </Button>
      ) : (
        <p className="text-small text-ink-muted">There are {OWN_RULES_MAX} added rules, the most a site can have.</p>
      )}
    </div>
  )
}
