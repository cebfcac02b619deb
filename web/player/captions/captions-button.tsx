import CaptionsIcon from 'lucide-react/icons/captions'
import CaptionsOff from 'lucide-react/icons/captions-off'
import type { Captions } from '../../../contract/videos/videos.ts'
import { IconButton } from '../../ui/button.tsx'
import { chooseCaptions, toggleCaptions } from './captions-choice.ts'

/** Turns captions on or off, and offers the languages if there are several. */
export function CaptionsButton({ captions, shown }: { captions: readonly Captions[]; shown: Captions | undefined }) {
  const Icon = shown ? CaptionsIcon : CaptionsOff
  return (
    <>
      {shown && captions.length > 1 && (
        <select
          aria-label="Caption language"
          value={captions.indexOf(shown)}
          onChange={({ target }) => chooseCaptions({ isOn: true, track: captions[Number(target.value)]! })}
          className="h-11 max-w-32 min-w-14 truncate rounded-full bg-transparent px-2 text-small outline-on-scrim @max-md:max-w-20 @max-2xs:hidden"
        >
          {captions.map(({ url, label }, index) => (
            <option key={url} value={index} className="bg-canvas text-ink">
              {label}
            </option>
          ))}
        </select>
      )}
      <IconButton variant="bare" label="Captions" aria-pressed={shown !== undefined} onClick={toggleCaptions}>
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  )
}
