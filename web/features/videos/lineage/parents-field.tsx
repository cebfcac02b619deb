import X from 'lucide-react/icons/x'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { PARENTS_MAX_COUNT, THANKS_MAX_LENGTH } from '../../../../contract/videos/publishing.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { isComposing } from '../../../page/keyboard/composing.ts'
import { keepFocus } from '../../../page/focus.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Counter, Field } from '../../../ui/forms/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { placeholderImage } from '../../../videos/placeholder.ts'
import { videoQuery } from '../../../videos/video.queries.ts'
import { lineageQuery } from './lineage.queries.ts'
import { addByAddress, type NamedParent } from './named-parents.ts'
import { clipIdIn } from './remix-paths.ts'
import { licenses } from './terms.ts'

interface ParentsFieldProps {
  parents: readonly NamedParent[]
  onChange: (parents: NamedParent[]) => void
  disabled: boolean
}

/** The parents of a clip, each with a sentence of thanks, and a field to add another. */
export function ParentsField({ parents, onChange, disabled }: ParentsFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const remove = (videoId: string) => {
    keepFocus(group.current)
    onChange(parents.filter((parent) => parent.videoId !== videoId))
  }
  const add = (added: NamedParent[]) => {
    // The field is removed after the last possible clip.
    if (added.length >= PARENTS_MAX_COUNT) keepFocus(group.current)
    onChange(added)
  }
  return (
    <fieldset ref={group} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
      <legend className="sr-only">Source clips</legend>
      <p role="status" className="sr-only">
        {parents.length > 0 && `${parents.length} of ${PARENTS_MAX_COUNT} source clips added`}
      </p>
      {parents.length > 0 && (
        <ul className="flex flex-col gap-3">
          {parents.map((parent) => (
            <ParentCard
              key={parent.videoId}
              parent={parent}
              disabled={disabled}
              onThanks={(thanks) =>
                onChange(parents.map((each) => (each.videoId === parent.videoId ? { ...each, thanks } : each)))
              }
              onRemove={() => remove(parent.videoId)}
            />
          ))}
        </ul>
      )}
      {parents.length < PARENTS_MAX_COUNT && <AddParent parents={parents} onChange={add} disabled={disabled} />}
    </fieldset>
  )
}

/** Adds a parent as soon as the address of its page is complete. The address is usually pasted. */
function AddParent({ parents, onChange, disabled }: ParentsFieldProps) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const type = (typed: string, isComplete = clipIdIn(typed) !== undefined) => {
    const added = isComplete && typed.trim() !== '' ? addByAddress(parents, typed) : undefined
    const isAdded = typeof added === 'object'
    if (isAdded) onChange(added)
    setAddress(isAdded ? '' : typed)
    setProblem(isAdded ? undefined : added)
  }
  const leave = () => type(address, true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    // Enter must not submit the form.
    event.preventDefault()
    leave()
  }
  return (
    <Field
      label={parents.length === 0 ? 'Made from (optional)' : 'Also made from (optional)'}
      hint="Remixing another clip? Paste its link."
      autoComplete="off"
      inputMode="url"
      disabled={disabled}
      value={address}
      error={problem}
      onKeyDown={onKeyDown}
      onBlur={leave}
      onChange={({ target }) => type(target.value)}
    />
  )
}

interface ParentCardProps {
  parent: NamedParent
  onThanks: (thanks: string) => void
  onRemove: () => void
  disabled: boolean
}

function ParentCard({ parent: { videoId, thanks }, onThanks, onRemove, disabled }: ParentCardProps) {
  const { data: video, error } = useQuery(videoQuery(videoId))
  const { data: lineage } = useQuery(lineageQuery(videoId))
  const isGone = isNotFound(error)
  const problem = isGone ? 'This clip no longer exists. Remove it to publish.' : lineage?.whyNoRemix
  const creator = video?.creator.username ? `@${video.creator.username}` : (video?.creator.displayName ?? 'its creator')
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-3">
      <div className="flex items-center gap-3">
        <span
          className="block aspect-4/3 w-24 shrink-0 overflow-hidden rounded-control bg-surface-raised bg-cover bg-center"
          style={{ backgroundImage: placeholderImage(video?.placeholder ?? null) }}
        >
          {video?.thumbnailUrl && <img src={video.thumbnailUrl} alt="" className="size-full object-contain" />}
        </span>
        <p className="min-w-0 grow">
          <bdi className="block truncate font-strong">{video?.title ?? (isGone ? 'A deleted clip' : 'A clip')}</bdi>
          <span className="block truncate text-small text-ink-muted">
            {video && `by ${creator}`}
            {lineage?.license && ` · ${licenses[lineage.license].label}`}
          </span>
        </p>
        <IconButton label={`Remove ${video?.title ?? 'this clip'}`} disabled={disabled} onClick={onRemove}>
          <X className="size-4" />
        </IconButton>
      </div>
      {problem && <Problem>{problem}</Problem>}
      {!isGone && (
        <Field
          label={`Thanks to ${creator} (optional)`}
          hint="Add a short personal thank-you."
          aside={<Counter length={thanks.length} maxLength={THANKS_MAX_LENGTH} />}
          autoComplete="off"
          maxLength={THANKS_MAX_LENGTH}
          disabled={disabled}
          value={thanks}
          onChange={({ target }) => onThanks(target.value)}
        />
      )}
    </li>
  )
}
