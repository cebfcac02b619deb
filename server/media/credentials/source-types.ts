import type { ProvenanceSays } from '../../../contract/videos/provenance.ts'

/** The IPTC's digital source types, some of them retired, and what they say. Others are shown word for word. */
const meanings: Record<string, ProvenanceSays> = {
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

/** @param type The address of a digital source type, or its last part alone. */
export function saysOfType(type: string | null): ProvenanceSays | null {
  const name = type?.split(/[/#:]/).at(-1) ?? ''
  return Object.hasOwn(meanings, name) ? meanings[name]! : null
}
