import { useRef } from 'react'
import { embedCode, embedSize } from '../../../../contract/site/embed.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { copyText } from '../../../page/share.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { displayRatio } from '../../../videos/video-shape.ts'

export function EmbedDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const player = `${location.origin}/embed/${video.id}`
  const code = embedCode({ player, title: video.title, ...embedSize(displayRatio(video)) })
  const copy = async () => {
    const isCopied = await copyText(
      code,
      ['Embed code copied!', 'Paste it into the HTML of your page.'],
      ['We couldn’t copy the code', 'It’s selected, so you can copy it manually.'],
    )
    if (isCopied) onClose()
    else field.current?.select()
  }
  return (
    <Dialog
      title="Embed this video"
      description="Shows the video on your own page, with a link back."
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextArea
          ref={field}
          label="Embed code"
          dir="ltr"
          rows={4}
          readOnly
          value={code}
          onFocus={({ target }) => target.select()}
        />
        <DialogEnd>
          <Button variant="primary" onClick={() => void copy()}>
            Copy code
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  )
}
