import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { nameOf, type Person } from './use-mute-or-block.ts'

interface BlockQuestionProps {
  person: Person
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation, because a block ends the follows in both directions. */
export function BlockQuestion({ person, ...acts }: BlockQuestionProps) {
  return (
    <ConfirmDialog
      title={`Block ${nameOf(person)}?`}
      description="You’ll stop following each other. They can’t follow you, or like or comment on your clips, and you won’t see their clips or comments."
      confirmLabel="Block"
      pending={false}
      {...acts}
    />
  )
}
