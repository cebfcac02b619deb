import Film from 'lucide-react/icons/film'
import type { ContinuableUpload } from '../sending/continuable-uploads.ts'
import { FilePreview } from './file-preview.tsx'
import type { ChosenFile } from './use-chosen-file.ts'

interface FilePickerProps {
  chosen: ChosenFile | undefined
  /** The upload that the chosen file continues. */
  continued: ContinuableUpload | undefined
  onChoose: (files: FileList) => void
  disabled: boolean
}

/** One control for both states: it asks for a file, then shows the one that was chosen and offers another. */
export function FilePicker({ chosen, continued, onChoose, disabled }: FilePickerProps) {
  return (
    <div className="flex flex-col gap-4">
      {chosen && <FilePreview key={chosen.url} chosen={chosen} continued={continued} />}
      <label
        className={
          'relative grid cursor-pointer place-items-center rounded-card text-center transition-colors duration-150 ' +
          'focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-accent-ink ' +
          'has-disabled:cursor-not-allowed has-disabled:text-ink-muted ' +
          (chosen
            ? 'min-h-11 self-start bg-surface-raised px-5 font-strong'
            : 'min-h-72 bg-surface p-8 hover:bg-surface-raised lg:min-h-[28rem]')
        }
      >
        {chosen ? 'Choose another file' : <Invitation />}
        <input
          type="file"
          accept="video/*"
          aria-label="Video file"
          disabled={disabled}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
          onChange={({ target }) => {
            if (target.files?.length) onChoose(target.files)
            // Choosing the same file again must be a change again.
            target.value = ''
          }}
        />
      </label>
    </div>
  )
}

function Invitation() {
  return (
    <span className="flex flex-col items-center gap-4">
      <span className="grid size-16 place-items-center rounded-full bg-accent text-on-accent">
        <Film aria-hidden="true" className="size-7" />
      </span>
      <span className="headline text-title">Choose a clip, or drop it here</span>
      <span className="text-small text-ink-muted">MP4, WebM, MOV · any length, any aspect ratio</span>
    </span>
  )
}
