import { useRef } from 'react'
import { AVATAR_MAX_BYTES } from '../../../../../contract/videos/uploads.ts'
import { useObjectUrl } from '../../../../page/use-object-url.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FileButton } from '../../../../ui/forms/file-button.tsx'

/** The file to upload, `null` to remove the picture, or `undefined` to keep it. */
export type AvatarChoice = File | null | undefined

interface AvatarFieldProps {
  current: string | null
  fallback: string
  choice: AvatarChoice
  onChoose: (choice: AvatarChoice) => void
}

/** Chooses a picture and previews it. Files that are too large or not images are ignored and logged. */
export function AvatarField({ current, fallback, choice, onChoose }: AvatarFieldProps) {
  const button = useRef<HTMLButtonElement>(null)
  const preview = useObjectUrl(choice)
  const shown = choice === null ? null : (preview ?? current)
  const undoOrRemove = () => {
    onChoose(choice ? undefined : null)
    // Without a picture, the pressed button disappears.
    if (!choice || !current) button.current?.focus()
  }
  return (
    // The buttons are below the picture where they would not fit beside it, such as with very large text.
    <div className="flex flex-wrap items-center gap-5">
      <Avatar src={shown} fallback={fallback} alt="Your picture" size="lg" />
      <div className="flex grow basis-32 flex-col gap-1.5">
        <div className="flex flex-wrap gap-1">
          <FileButton
            ref={button}
            name="Picture file"
            accept="image/*"
            onChoose={(file) => isAvatar(file) && onChoose(file)}
          >
            Change picture
          </FileButton>
          {shown && (
            <Button variant="ghost" onClick={undoOrRemove}>
              {choice ? 'Undo' : 'Remove'}
            </Button>
          )}
        </div>
        <p className="text-small text-ink-muted">An image under 5 MB.</p>
      </div>
    </div>
  )
}

function isAvatar({ type, size, name }: File): boolean {
  if (type.startsWith('image/') && size < AVATAR_MAX_BYTES) return true
  console.warn(`${name} is not an image under 5 MB (${type || 'unknown type'}, ${size} bytes)`)
  return false
}
