import { TITLE_MAX_LENGTH, type Tool, toolLabels, tools } from '../../../../contract/videos.ts'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { TagsInput } from './tags-input.tsx'
import type { UploadForm } from './upload-form.ts'

interface DetailsFieldsProps {
  form: UploadForm
  onChange: (changed: Partial<UploadForm>) => void
  disabled: boolean
}

/** Everything that is typed about a clip. */
export function DetailsFields({ form, onChange, disabled }: DetailsFieldsProps) {
  const { title, caption, toolUsed, prompt, tags, tagText } = form
  const titleLength = title.trim().length
  const tooLong = titleLength > TITLE_MAX_LENGTH
  return (
    <>
      <Field
        label="Title"
        disabled={disabled}
        autoComplete="off"
        error={tooLong ? 'Title must be 80 characters or less' : undefined}
        aside={
          <span className={`text-small tabular-nums ${tooLong ? 'text-danger' : 'text-ink-muted'}`}>
            {titleLength}/{TITLE_MAX_LENGTH}
          </span>
        }
        value={title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label="Caption"
        rows={3}
        disabled={disabled}
        value={caption}
        onChange={({ target }) => onChange({ caption: target.value })}
      />
      <Select
        label="AI tool"
        disabled={disabled}
        value={toolUsed}
        onChange={({ target }) => onChange({ toolUsed: target.value as Tool })}
      >
        <option value="" disabled>
          Choose the tool that made it
        </option>
        {tools.map((tool) => (
          <option key={tool} value={tool}>
            {toolLabels[tool]}
          </option>
        ))}
      </Select>
      <TagsInput
        tags={tags}
        text={tagText}
        disabled={disabled}
        onChange={(nextTags, nextText) => onChange({ tags: nextTags, tagText: nextText })}
      />
      <TextArea
        label="Prompt (optional)"
        rows={2}
        disabled={disabled}
        hint="The words it came from. Others learn from them."
        value={prompt}
        onChange={({ target }) => onChange({ prompt: target.value })}
      />
    </>
  )
}
