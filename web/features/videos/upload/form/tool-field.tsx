import type { ComponentProps } from 'react'
import { type Tool, toolLabels, tools } from '../../../../../contract/videos/videos.ts'
import { Select } from '../../../../ui/forms/field.tsx'

interface ToolFieldProps extends Pick<ComponentProps<typeof Select>, 'name' | 'error' | 'disabled'> {
  /** Empty until a tool is chosen. */
  value: Tool | ''
  onChange: (tool: Tool) => void
}

/** The AI tool that made a clip. A chosen tool can be changed but not cleared. */
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
