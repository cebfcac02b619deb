import type { ComponentProps } from 'react'
import { type Tool, toolLabels, tools } from '../../../../../contract/videos/videos.ts'
import { Select } from '../../../../ui/forms/field.tsx'

interface ToolFieldProps extends Pick<ComponentProps<typeof Select>, 'name' | 'error' | 'disabled'> {
  /** Empty until one is chosen. */
  value: Tool | ''
  onChange: (tool: Tool) => void
}

/** The AI tool that made a clip. One that is chosen can be changed, not taken back. */
export function ToolField({ value, onChange, ...rest }: ToolFieldProps) {
  return (
    <Select {...rest} required label="AI tool" value={value} onChange={({ target }) => onChange(target.value as Tool)}>
      {value === '' && (
        <option value="" disabled>
          Choose the tool that made it
        </option>
      )}
      {tools.map((tool) => (
        <option key={tool} value={tool}>
          {toolLabels[tool]}
        </option>
      ))}
    </Select>
  )
}
