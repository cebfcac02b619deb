import type { ProvenanceClaim } from '../../../contract/videos/provenance.ts'

/** The IPTC's digital source types, including retired ones, and their meaning. Others are shown verbatim. */
const meanings: Record<string, ProvenanceClaim> = {
  trainedAlgorithmicMedia: 'generated',
  compositeWithTrainedAlgorithmicMedia: 'edited',
  compositeSynthetic: 'composite',
  composite: 'mixed',
  screenCapture: 'mixed',
  virtualRecording: 'mixed',
  digitalCapture: 'captured',
  computationalCapture: 'captured',
  compositeCapture: 'captured',
  negativeFilm: 'captured',
  positiveFilm: 'captured',
  print: 'captured',
  digitalCreation: 'created',
  dataDrivenMedia: 'created',
  digitalArt: 'created',
  softwareImage: 'created',
  algorithmicMedia: 'created',
}

/** Describes a source type. @param type URL of a digital source type, or only its last part. */
export function claimOfType(type: string | null): ProvenanceClaim | null {
  const name = type?.split(/[/#:]/).at(-1) ?? ''
  return Object.hasOwn(meanings, name) ? meanings[name]! : null
}
