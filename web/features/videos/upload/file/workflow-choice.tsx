import { useState } from 'react'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { isWorkflowShared, shareWorkflow } from './shared-workflows.ts'

/** Render it anew for each file. */
export function WorkflowChoice({ file, disabled }: { file: File; disabled: boolean }) {
  const [isShared, setShared] = useState(() => isWorkflowShared(file))
  return (
    <Checkbox
      checked={isShared}
      onChange={(checked) => {
        setShared(checked)
        shareWorkflow(file, checked)
      }}
      disabled={disabled}
      label="Share the workflow"
      effect="As a download on the clip’s page: its words as they are, without secret keys and folders. The video file holds none of it either way."
    />
  )
}
