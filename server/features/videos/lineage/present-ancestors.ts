import { type Ancestors, ANCESTORS_MAX } from '../../../../contract/videos/lineage.ts'
import { type ViewContext, relatedFor, relativeFor } from './related-clips.ts'
import type { AncestorRows } from './remixes.queries.ts'

/**
 * Returns the ancestors of a remix as one viewer sees them. The parents are not among them, because they are shown
 * beside the remix.
 */
export function presentAncestors(context: ViewContext, { parents, line, root, siblings }: AncestorRows): Ancestors {
  const behind = line.slice(1)
  const shown = behind.slice(0, ANCESTORS_MAX)
  const known = [...parents.map(({ clip }) => clip), ...shown]
  const begins = root && !known.some((clip) => clip?.id === root.id) ? [root] : []
  const [beginning = null] = relatedFor(context, begins)
  const isRootFolded = beginning !== null && behind.some((clip) => clip?.id === beginning.id)
  return {
    prompts: parents.map(({ clip, prompt }) => (relativeFor(context, clip).clip ? prompt : null)),
    ancestors: shown.map((clip) => relativeFor(context, clip)),
    foldedCount: behind.length - shown.length - (isRootFolded ? 1 : 0),
    root: beginning,
    siblings: relatedFor(context, siblings).slice(0, ANCESTORS_MAX),
  }
}
