import { useMemo, useState } from 'react'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { answersAbout, storeAnswer } from '../../duplicates/file-answers.ts'

interface WorkflowChoiceProps {
  file: File
  /** JSON of the workflow as it would be shared. */
  workflow: string
  disabled: boolean
}

/** Lets the creator share the workflow, and shows the resulting file first. Mount a new one for each file. */
export function WorkflowChoice({ file, workflow, disabled }: WorkflowChoiceProps) {
  const [isShared, setShared] = useState(() => answersAbout(file).workflow === 'share')
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <Checkbox
        checked={isShared}
        onChange={(checked) => {
          setShared(checked)
          storeAnswer(file, { workflow: checked ? 'share' : 'remove' })
        }}
        disabled={disabled}
        label="Share the workflow"
        effect="People can download it from the clip’s page. Secret keys and folder names are taken out first. It’s removed from the video file either way."
      />
      <details className="mt-1" onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2.5 font-strong">Preview what will be shared</summary>
        {isShown && <SharedWorkflow workflow={workflow} />}
      </details>
    </div>
  )
}

function SharedWorkflow({ workflow }: { workflow: string }) {
  const text = useMemo(() => JSON.stringify(JSON.parse(workflow), undefined, 2), [workflow])
  return (
    <>
      <p className="text-ink-muted">
        Anything that looked like a secret is replaced with “removed”. We can’t recognise every secret: if you find one
        here, don’t share the workflow.
      </p>
      <textarea
        readOnly
        rows={12}
        dir="ltr"
        aria-label="The workflow as it will be shared"
        value={text}
        className="mt-2 w-full rounded-control border border-line bg-canvas p-3 text-small"
      />
    </>
  )
}
