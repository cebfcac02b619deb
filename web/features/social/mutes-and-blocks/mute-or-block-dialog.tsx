import { type ReactNode, useState } from 'react'
import type { CurrentMuteOrBlock, MuteOrBlock } from '../../../../contract/social/profiles.ts'
import { nameOf } from '../../../people/person.ts'
import { Button } from '../../../ui/button.tsx'
import type { FindSubstitute } from '../../../ui/dialogs/closing.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { BlockQuestion } from './block-dialog.tsx'
import { type Person, useMuteOrBlock } from './use-mute-or-block.ts'

interface MuteOrBlockDialogProps {
  person: Person
  /** The current mute or block. */
  relation: CurrentMuteOrBlock
  findSubstitute: FindSubstitute
  onClose: () => void
}

/** Explains mutes and blocks before the viewer chooses one. */
export function MuteOrBlockDialog({ person, relation, findSubstitute, onClose }: MuteOrBlockDialogProps) {
  const { setMuteOrBlock, undoMuteOrBlock } = useMuteOrBlock()
  const [isAsking, setAsking] = useState(false)
  const act = (kind: MuteOrBlock) => {
    onClose()
    if (relation === kind) return void undoMuteOrBlock(person, kind)
    void setMuteOrBlock(person, kind, relation)
  }
  if (isAsking) return <BlockQuestion {...{ person, findSubstitute, onClose }} onConfirm={() => act('block')} />
  return (
    <Dialog
      findSubstitute={findSubstitute}
      title={
        <>
          Mute or block <bdi>{nameOf(person)}</bdi>?
        </>
      }
      description="Your clips stay public, so they can still watch them while signed out."
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        {relation !== 'block' && (
          <Explanation
            name="Mute"
            act={
              <Button onClick={() => act('mute')} variant={relation === 'mute' ? 'quiet' : 'primary'}>
                {relation === 'mute' ? 'Unmute' : 'Mute'}
              </Button>
            }
          >
            You won’t see their clips or comments or get notifications from them. They won’t be told.
          </Explanation>
        )}
        <Explanation
          name="Block"
          act={
            <Button
              onClick={() => (relation === 'block' ? act('block') : setAsking(true))}
              variant={relation === 'block' ? 'quiet' : 'danger'}
            >
              {relation === 'block' ? 'Unblock' : 'Block'}
            </Button>
          }
        >
          Does everything that Mute does. They also can’t follow you, or like or comment on your clips, and will be told
          if they try. You’ll stop following each other.
        </Explanation>
      </div>
    </Dialog>
  )
}

function Explanation({ name, act, children }: { name: string; act: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-5 max-sm:flex-col max-sm:gap-3">
      <p>
        <strong className="block font-strong">{name}</strong>
        {children}
      </p>
      {act}
    </div>
  )
}
