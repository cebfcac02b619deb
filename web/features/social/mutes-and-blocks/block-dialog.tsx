import { useQueryClient } from '@tanstack/react-query'
import { nameOf } from '../../../people/person.ts'
import { profileByIdQuery } from '../../../people/profile-cache.ts'
import type { FindSubstitute } from '../../../ui/dialogs/closing.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type Person, useMuteOrBlock } from './use-mute-or-block.ts'

/** Blocks a person once the viewer has confirmed it. */
export function BlockDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { setMuteOrBlock } = useMuteOrBlock()
  const client = useQueryClient()
  const block = () => {
    onClose()
    const before = client.getQueryData(profileByIdQuery(person.id).queryKey)?.user.relation ?? null
    void setMuteOrBlock(person, 'block', before)
  }
  return <BlockQuestion person={person} onConfirm={block} onClose={onClose} />
}

interface BlockQuestionProps {
  person: Person
  findSubstitute?: FindSubstitute | undefined
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
      {...acts}
    />
  )
}
