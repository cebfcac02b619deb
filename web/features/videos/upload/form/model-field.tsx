import type { ComponentProps } from 'react'
import { useId } from 'react'
import { MODEL_MAX_LENGTH, type Tool } from '../../../../../contract/videos/videos.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { suggestedModels } from './models.ts'

interface ModelFieldProps extends Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'disabled'> {
  value: string
  /** The tool whose models are suggested. */
  tool: Tool | ''
  onChange: (value: string) => void
}

/** The name of the model that made a clip, as free text: there are more models than tools to choose from. */
export function ModelField({ value, tool, onChange, ...rest }: ModelFieldProps) {
  const listId = useId()
  return (
    <>
      <Field
        {...rest}
        label="Model (optional)"
        autoComplete="off"
        maxLength={MODEL_MAX_LENGTH}
        placeholder={suggestedModels(tool).slice(0, 3).join(', ')}
        list={listId}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {suggestedModels(tool).map((model) => (
          <option key={model}>{model}</option>
        ))}
      </datalist>
    </>
  )
}
