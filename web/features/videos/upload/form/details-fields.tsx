import { TITLE_MAX_LENGTH } from '../../../../../contract/videos/videos.ts'
import { ParentsField } from '../../lineage/parents-field.tsx'
import { RemixFields } from '../../lineage/remix-fields.tsx'
import { ModelField } from './model-field.tsx'
import { RealityField } from './reality-field.tsx'
import { TagsInput } from './tags-input.tsx'
import { CaptionField, PromptField, TitleField } from './text-fields.tsx'
import { ToolField } from './tool-field.tsx'
import type { UploadForm } from './upload-form.ts'

interface DetailsFieldsProps {
  form: UploadForm
  onChange: (changed: Partial<UploadForm>) => void
  disabled: boolean
}

/** All text fields and choices of a clip. */
export function DetailsFields({ form, onChange, disabled }: DetailsFieldsProps) {
  const { title, caption, toolUsed, model, prompt, tags, tagText, showsReality } = form
  const isTooLong = title.trim().length > TITLE_MAX_LENGTH
  return (
    <>
      <ParentsField parents={form.parents} onChange={(parents) => onChange({ parents })} disabled={disabled} />
      <TitleField
        disabled={disabled}
        error={isTooLong ? 'Title must be 80 characters or less' : undefined}
        value={title}
        onChange={(value) => onChange({ title: value })}
      />
      <CaptionField required disabled={disabled} value={caption} onChange={(value) => onChange({ caption: value })} />
      <ToolField disabled={disabled} value={toolUsed} onChange={(tool) => onChange({ toolUsed: tool })} />
      <ModelField disabled={disabled} tool={toolUsed} value={model} onChange={(value) => onChange({ model: value })} />
      <TagsInput
        tags={tags}
        text={tagText}
        disabled={disabled}
        onChange={(nextTags, nextText) => onChange({ tags: nextTags, tagText: nextText })}
      />
      <PromptField
        label="Prompt (optional)"
        disabled={disabled}
        hint="The prompt you used. Sharing it helps others learn."
        value={prompt}
        onChange={(value) => onChange({ prompt: value })}
      />
      <RealityField disabled={disabled} value={showsReality} onChange={(value) => onChange({ showsReality: value })} />
      <RemixFields terms={form} onChange={onChange} disabled={disabled} />
    </>
  )
}
