import type { UseFormReturn } from 'react-hook-form'
import { TITLE_MAX_LENGTH, toolLabels, tools } from '../../../contract/videos.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { TagsInput } from './tags-input.tsx'
import type { UploadForm } from './upload-form.ts'

/** Everything that is typed about a clip. */
export function DetailsFields({ form, disabled }: { form: UseFormReturn<UploadForm>; disabled: boolean }) {
  const { register, watch, setValue } = form
  const [title, tags, tagText] = watch(['title', 'tags', 'tagText'])
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
        {...register('title')}
      />
      <TextArea label="Caption" rows={3} disabled={disabled} {...register('caption')} />
      <Select label="AI tool" disabled={disabled} {...register('toolUsed')}>
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
        onChange={(nextTags, nextText) => {
          setValue('tags', nextTags)
          setValue('tagText', nextText)
        }}
      />
      <TextArea
        label="Prompt (optional)"
        rows={2}
        disabled={disabled}
        hint="The words it came from. Others learn from them."
        {...register('prompt')}
      />
    </>
  )
}
