import { useId, useState } from 'react'
import type { Parent } from '../../../../contract/videos/lineage.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { LicenseLink } from './license-link.tsx'
import { RelatedStill } from './related-still.tsx'

const PromptDifference = lazyPart(() => import('./prompt-difference.tsx'), 'PromptDifference')

interface ParentListProps {
  parents: readonly Parent[]
  /** The prompt of each parent at the time of the remix. */
  prompts: readonly (string | null)[]
  prompt: string | null
}

/** The parents of a clip, with the creator's thanks and the differences of the prompts. */
export function ParentList({ parents, prompts, prompt }: ParentListProps) {
  return (
    <ul className="flex flex-col gap-8">
      {parents.map((parent, i) => (
        <li key={parent.clip?.id ?? i} className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
          <RelatedStill relative={parent} />
          <div className="flex min-w-0 flex-col items-start gap-3 sm:col-span-2">
            {parent.thanks !== null && (
              <blockquote dir="auto" className="text-lead wrap-anywhere">
                “{parent.thanks}”
              </blockquote>
            )}
            {parent.clip?.license && <LicenseLink license={parent.clip.license} />}
            {parent.clip && <Prompts before={prompts[i] ?? null} after={prompt} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Prompts({ before, after }: { before: string | null; after: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (before === null || after === null) return null
  return (
    <>
      <Button aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the difference' : 'Compare the prompts'}
      </Button>
      {isOpen && (
        <div id={id} className="w-full">
          <PromptDifference before={before} after={after} onLoadFailed={() => setOpen(false)} />
        </div>
      )}
    </>
  )
}
