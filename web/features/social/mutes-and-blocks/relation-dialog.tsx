import { type ReactNode, useState } from 'react'
import type { Relation, RelationKind } from '../../../../contract/social/profiles.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { nameOf, type Person, useRelate } from './use-relate.ts'

interface RelationDialogProps {
  person: Person
  /** The current mute or block. */
  relation: Relation
  onClose: () => void
}

/** Explains mutes and blocks before the viewer chooses one. */
export function RelationDialog({ person, relation, onClose }: RelationDialogProps) {
  const { relate, takeBack } = useRelate()
  const [isAsking, setAsking] = useState(false)
  const act = (kind: RelationKind) => {
    onClose()
    void (relation === kind ? takeBack(person, kind) : relate(person, kind, relation))
  }
  if (isAsking) return <BlockQuestion person={person} onConfirm={() => act('block')} onClose={onClose} />
  return (
    <Dialog
      title="Mute or block"
      description={
        <>
          Whom you don’t want to see: <bdi className="break-words text-ink">{nameOf(person)}</bdi>
        </>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        {relation !== 'block' && (
          <Choice
            act={
              <Button onClick={() => act('mute')} variant={relation === 'mute' ? 'quiet' : 'primary'}>
                {relation === 'mute' ? 'Unmute' : 'Mute'}
              </Button>
            }
          >
            Their clips and comments leave your lists, and nothing that they do notifies you. They won’t know.
          </Choice>
        )}
        <Choice
          act={
            <Button
              onClick={() => (relation === 'block' ? act('block') : setAsking(true))}
              variant={relation === 'block' ? 'quiet' : 'danger'}
            >
              {relation === 'block' ? 'Unblock' : 'Block'}
            </Button>
          }
        >
          A mute, and they can’t follow you, or like or comment on what is yours: they’re told so when they try. You
          stop following each other.
        </Choice>
        <p className="text-small text-ink-muted">
          What you publish stays public: they can still watch it, also signed out.
        </p>
      </div>
    </Dialog>
  )
}

function Choice({ act, children }: { act: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-5 max-sm:flex-col max-sm:gap-3">
      <p>{children}</p>
      {act}
    </div>
  )
}

/** Asks for confirmation, because a block ends the follows in both directions. */
function BlockQuestion({ person, ...acts }: { person: Person; onConfirm: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Block ${nameOf(person)}?`}
      description="You stop following each other. They can’t follow you, or like or comment on what is yours, and you don’t see what is theirs."
      confirmLabel="Block"
      pending={false}
      {...acts}
    />
  )
}
