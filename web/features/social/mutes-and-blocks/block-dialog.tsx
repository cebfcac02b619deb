import { useQueryClient } from '@tanstack/react-query'
import { profileByIdQuery } from '../../../people/profile.queries.ts'
import { BlockQuestion } from './block-question.tsx'
import { type Person, useMuteOrBlock } from './use-mute-or-block.ts'

interface BlockDialogProps {
  person: Person
  /** Called when the person's clips leave the lists. */
  onMuted: (() => void) | undefined
  onClose: () => void
}

/** Blocks a person once the viewer has confirmed it. */
export function BlockDialog({ person, onMuted, onClose }: BlockDialogProps) {
  const { setMuteOrBlock } = useMuteOrBlock()
  const client = useQueryClient()
  const block = () => {
    onClose()
    const before = client.getQueryData(profileByIdQuery(person.id).queryKey)?.user.relation ?? null
    void setMuteOrBlock(person, 'block', before)
    onMuted?.()
  }
  return <BlockQuestion person={person} onConfirm={block} onClose={onClose} />
}
