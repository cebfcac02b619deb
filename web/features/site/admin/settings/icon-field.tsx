import { useRef, useState } from 'react'
import { iconAddress } from '../../../../../contract/site/default-branding.ts'
import { AVATAR_MAX_BYTES } from '../../../../../contract/videos/uploads.ts'
import { useObjectUrl } from '../../../../page/use-object-url.ts'
import { Button } from '../../../../ui/button.tsx'
import { FileButton } from '../../../../ui/forms/file-button.tsx'
import { LogoMark } from '../../../../ui/logo.tsx'

/** The hash of the stored icon, a file to upload, or `null` for the default mark. */
export type Icon = string | File | null

interface IconFieldProps {
  value: Icon
  error: string | undefined
  onChange: (icon: Icon) => void
}

/** Chooses the site's icon and previews it. A file that the server would refuse is refused with a sentence. */
export function IconField({ value, error, onChange }: IconFieldProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const preview = useObjectUrl(value instanceof File ? value : null)
  const shown = typeof value === 'string' ? iconAddress(value) : preview
  const problem = refusal ?? error
  const choose = (file: File) => {
    setRefusal(problemOf(file))
    if (!problemOf(file)) onChange(file)
  }
  const remove = () => {
    setRefusal(undefined)
    onChange(null)
    // The pressed button disappears.
    button.current?.focus()
  }
  return (
    <div role="group" aria-labelledby="icon-label" aria-describedby="icon-note" className="flex flex-col gap-2">
      <span id="icon-label" className="text-small font-strong">
        Logo and icon
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {shown ? <img src={shown} alt="" className="size-11 rounded-control" /> : <LogoMark className="size-11" />}
        <FileButton
          ref={button}
          name="Icon file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChoose={choose}
        >
          Choose a picture
        </FileButton>
        {value !== null && (
          <Button variant="ghost" onClick={remove}>
            Use the default
          </Button>
        )}
      </div>
      <p
        id="icon-note"
        role={problem ? 'alert' : undefined}
        className={`text-small ${problem ? 'text-danger' : 'text-ink-muted'}`}
      >
        {problem ??
          'In the header, browser tabs, the installed app and the embedded player. Best square, 512 × 512 pixels or more: PNG, JPEG, WebP, GIF or AVIF under 5 MB.'}
      </p>
    </div>
  )
}

function problemOf({ type, size }: File): string | undefined {
  if (type === 'image/svg+xml')
    return 'SVG files can contain scripts, so we don’t accept them. Please export it as a PNG.'
  if (!type.startsWith('image/')) return 'This file isn’t a picture. Please choose a PNG, JPEG, WebP, GIF or AVIF.'
  return size < AVATAR_MAX_BYTES ? undefined : 'This picture is too large. Please choose one smaller than 5 MB.'
}
