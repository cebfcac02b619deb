import { useLayoutEffect, useState } from 'react'
import { nameAspectRatio } from '../../../../../contract/videos/aspect-ratio.ts'
import type { PrivateKind } from '../../../../../contract/media/metadata/private-data.ts'
import { lazyCode } from '../../../../net/lazy-code.ts'
import type { Statements } from '../../../../../contract/media/statements/read-statements.ts'
import { saysCode } from '../says/says-code.ts'
import type { FileFacts } from './inspect-file.ts'

const inspecting = lazyCode(() => import('./inspect-file.ts'))

export interface ChosenFile {
  file: File
  /** A blob address for showing it here. */
  url: string
  /** `undefined` while the file is being read, and where what reads it did not arrive. */
  facts: FileFacts | undefined
  /** Why nothing could be read from it: the internal message. */
  problem: string | undefined
  /** What it tells that viewers do not see. */
  hidden: readonly PrivateKind[]
  /** What it says about how it was made; `undefined` until that is read, and of a file that can say nothing. */
  says: Statements | undefined
  /** `'auto'` until it is detected, or where it cannot be. */
  aspectRatio: string
}

type Known = Pick<ChosenFile, 'file' | 'url'> & Partial<Pick<ChosenFile, 'facts' | 'problem' | 'hidden' | 'says'>>

/** What can be said of a chosen file before a byte is sent. */
export function useChosenFile(file: File | undefined): ChosenFile | undefined {
  const [known, setKnown] = useState<Known>()

  // Before the first paint: from one clip to the next, the form does not look for a moment as if none was chosen.
  useLayoutEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    let current = true
    setKnown({ file, url })
    const show = (news: Partial<Known>) => current && setKnown((before) => ({ ...before, file, url, ...news }))
    // What does not arrive says nothing about the file.
    readFile(file, show).catch(() => undefined)
    return () => {
      current = false
      URL.revokeObjectURL(url)
    }
  }, [file])

  if (!file || known?.file !== file) return undefined
  const { url, facts, problem, hidden = [], says } = known
  const aspectRatio = facts ? nameAspectRatio(facts.width, facts.height) : 'auto'
  return { file, url, facts, problem, hidden, says, aspectRatio }
}

async function readFile(file: File, show: (news: Partial<Known>) => void): Promise<void> {
  const { inspectFile, findHidden, sourceOf } = await inspecting.fetch()
  const [tags, hidden] = await Promise.all([
    inspectFile(file).then(
      (facts) => (show({ facts }), facts.tags),
      (error: Error) => (show({ problem: error.message }), {}),
    ),
    // Where it cannot be found here, the server finds it, or refuses the file with a sentence.
    findHidden(file).then(
      (found) => (show({ hidden: found.kinds }), found),
      () => ({ holdsCredentials: false }),
    ),
  ])
  if (!hidden.holdsCredentials && !mayTell(tags)) return
  const { readStatements } = await saysCode.fetch()
  show({ says: await readStatements(sourceOf(file), tags, hidden) })
}

/** Most files name their encoder and nothing else. */
function mayTell(tags: FileFacts['tags']): boolean {
  return Object.values(tags).some((text) => typeof text === 'string' && /[{/\\]|Steps: /.test(text))
}
