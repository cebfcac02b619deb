import Film from 'lucide-react/icons/film'
import type { ReactNode } from 'react'
import type { ContinuableUpload } from '../sending/continuable-uploads.ts'
import { type ChosenFile, FilePreview } from './file-preview.tsx'

interface FilePickerProps {
  chosen: ChosenFile | undefined
  /** The unfinished upload that the chosen file continues. */
  continued: ContinuableUpload | undefined
  onChoose: (files: FileList) => void
  /** Called with further files, which join the upload queue. */
  onAdd: (files: FileList) => void
  disabled: boolean
}

/** Lets the creator choose files, then shows the chosen one. Offers to replace that file or to add more. */
export function FilePicker({ chosen, continued, onChoose, onAdd, disabled }: FilePickerProps) {
  return (
    <div className="flex flex-col gap-4">
      {chosen && <FilePreview key={chosen.url} chosen={chosen} continued={continued} />}
      <div className="flex flex-wrap gap-2">
        {/* The same input before and after the choice, so that it keeps the focus. */}
        <FileInput
          name="Video file"
          multiple={!chosen}
          disabled={disabled}
          onFiles={onChoose}
          className={chosen ? `${small} bg-surface-raised` : large}
        >
          {chosen ? 'Choose another file' : <Invitation />}
        </FileInput>
        {chosen && <AddClips onAdd={onAdd} />}
      </div>
    </div>
  )
}

export function AddClips({ onAdd }: { onAdd: (files: FileList) => void }) {
  return (
    <FileInput name="Add more clips" multiple onFiles={onAdd} className={`${small} text-ink-muted hover:text-ink`}>
      Add more clips
    </FileInput>
  )
}

const large = 'min-h-[min(20rem,40dvh)] w-full bg-surface p-4 hover:bg-surface-raised'
const small = 'min-h-11 px-4 font-strong sm:px-5'

interface FileInputProps {
  /** Accessible name of the input. */
  name: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: FileList) => void
  className: string
  children: ReactNode
}

function FileInput({ name, multiple = false, disabled = false, onFiles, className, children }: FileInputProps) {
  return (
    <label
      className={
        'relative grid cursor-pointer place-items-center rounded-card text-center transition-colors ' +
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent-ink ' +
        `has-disabled:cursor-not-allowed has-disabled:text-ink-muted ${className}`
      }
    >
      {children}
      <input
        type="file"
        accept="video/*"
        aria-label={name}
        multiple={multiple}
        disabled={disabled}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={({ target }) => {
          if (target.files?.length) onFiles(target.files)
          // Resets the value, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
    </label>
  )
}

function Invitation() {
  return (
    <span className="flex flex-col items-center gap-4">
      <span className="grid size-16 place-items-center rounded-full bg-accent text-on-accent short:hidden">
        <Film className="size-7" />
      </span>
      <span className="headline text-title short:text-lead">Choose a clip, or drop it here</span>
      <span className="text-small text-balance text-ink-muted">MP4, WebM, MOV · any length, any aspect ratio</span>
      <span className="text-small text-ink-muted">You can choose several at once.</span>
    </span>
  )
}
