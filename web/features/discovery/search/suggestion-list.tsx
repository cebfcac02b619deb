import Hash from 'lucide-react/icons/hash'
import SearchIcon from 'lucide-react/icons/search'
import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import type { Suggestion } from '../../../../contract/discovery/search.ts'
import { toolLabelOf } from '../../../../contract/videos/videos.ts'
import { countOf } from '../../../format/count.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'

export const optionId = (listId: string, index: number) => `${listId}-${index}`

interface SuggestionListProps {
  id: string
  suggestions: Suggestion[]
  /** Index of the suggestion that Enter chooses; -1 if there is none. */
  active: number
  onChoose: (suggestion: Suggestion) => void
}

/** The suggestions below the search field. They overlap the content underneath; the focus stays in the field. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full z-20 mt-2 max-h-80 overflow-y-auto rounded-card bg-surface-raised py-2 shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and its keys
        <div
          key={`${suggestion.kind} ${suggestion.text}`}
          id={optionId(id, index)}
          ref={index === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
          role="option"
          aria-selected={index === active}
          // Prevents the field from losing the focus, which would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 hover:bg-surface ${index === active ? 'bg-surface' : ''}`}
        >
          <SuggestionText suggestion={suggestion} />
        </div>
      ))}
    </div>
  )
}

function SuggestionText({ suggestion }: { suggestion: Suggestion }) {
  const { kind, text } = suggestion
  if (kind === 'tag') {
    // Tags are counted periodically, so a new tag has no count yet.
    const clips = suggestion.count > 0 && countOf(suggestion.count, 'clip')
    return <Row icon={<Hash className="size-5" />} text={text} says={clips || 'Tag'} />
  }
  if (kind === 'tool') {
    return <Row icon={<Sparkles className="size-5" />} text={toolLabelOf(text)} says="AI tool" />
  }
  if (kind === 'creator') {
    const { displayName, avatarUrl } = suggestion
    const picture = <Avatar src={avatarUrl} fallback={initial(text, displayName)} size="xs" />
    return <Row icon={picture} text={displayName || text} says={`@${text}`} />
  }
  return <Row icon={<SearchIcon className="size-5" />} text={text} />
}

function Row({ icon, text, says }: { icon: ReactNode; text: string; says?: string }) {
  return (
    <>
      <span className="grid size-6 shrink-0 place-items-center text-ink-muted">{icon}</span>
      <span dir="auto" className="min-w-0 grow truncate">
        {text}
      </span>
      {says && <span className="max-w-32 min-w-0 shrink-0 truncate text-small text-ink-muted">{says}</span>}
    </>
  )
}
