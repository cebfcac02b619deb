import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import { isComposing } from '../../../../page/keyboard/composing.ts'
import { controlClass, Labelled } from '../../../../ui/forms/field.tsx'

interface TagsInputProps {
  label: string
  hint: string | undefined
  tags: string[]
  text: string
  onChange: (tags: string[], text: string) => void
  error?: string | undefined
  disabled: boolean
}

/** The field for tags. Enter or a comma turns the text into a tag. */
export function TagsInput({ label, hint, tags, text, onChange, error, disabled }: TagsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const add = (typed: string) => onChange(splitTags([...tags, typed].join(',')), '')
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) {
      onChange(tags.slice(0, -1), '')
    }
  }
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(ids) => (
        <>
          {tags.length > 0 && (
            <ul aria-label="Added" className="flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li key={tag} className="flex items-center rounded-full bg-surface-raised pl-4 text-small">
                  <bdi className="min-w-0 py-2 wrap-anywhere">#{tag}</bdi>
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag}`}
                    disabled={disabled}
                    onClick={({ detail }) => {
                      onChange(
                        tags.filter((other) => other !== tag),
                        text,
                      )
                      // Only after a press of a key. After a tap, the focus would open the phone's keyboard.
                      if (detail === 0) input.current?.focus()
                    }}
                    className="grid size-11 shrink-0 place-items-center rounded-full text-ink-muted transition-colors hover:text-ink"
                  >
                    <X className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...ids}
            ref={input}
            dir="auto"
            value={text}
            disabled={disabled}
            placeholder="dreamscape, neon, macro"
            enterKeyHint="done"
            onKeyDown={onKeyDown}
            // A comma may be typed, pasted, or come from a phone's keyboard that fires no key event.
            onChange={({ target: { value } }) => (value.includes(',') ? add(value) : onChange(tags, value))}
            className={`${controlClass} min-h-12`}
          />
        </>
      )}
    </Labelled>
  )
}
