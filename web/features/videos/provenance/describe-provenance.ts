import type {
  ProvenanceLine,
  ProvenanceReason,
  ProvenanceClaim,
  TrustListName,
} from '../../../../contract/videos/provenance.ts'
import { toolLabels, type VideoDetail } from '../../../../contract/videos/videos.ts'
import { formatDay } from '../../../format/day.ts'

/** Text with marked names, so that they can be highlighted. */
export type Phrase = (string | { name: string })[]

/** The statements of files about how they were made, as ends of sentences. */
const claimTexts: Record<ProvenanceClaim, string> = {
  generated: 'made by AI',
  edited: 'edited with AI',
  composite: 'partly made by AI',
  mixed: 'may contain AI',
  captured: 'recorded with a camera',
  created: 'made with software, not by AI',
}

const reasons: Record<ProvenanceReason, string> = {
  tooLarge: 'We couldn’t check the credentials: they’re over 1 MB, or the file has 4 GB or more.',
  changedHere: 'We couldn’t check the credentials: this site may have changed the file earlier.',
  tooSlow: 'We couldn’t check the credentials in time.',
  unreadable: 'We couldn’t read the credentials.',
  elsewhere: 'The file’s credentials are stored elsewhere, so we didn’t check them.',
}

const removals: Record<NonNullable<ProvenanceLine['removed']>, string> = {
  place: ' We removed the filming location. The seal was intact before that.',
  private: ' We removed private data from the file. The seal was intact before that.',
}

type Described = Pick<VideoDetail, 'provenance' | 'toolUsed' | 'model' | 'creator'>

/** Returns the sentences that say how a clip was made; none while that is not known yet. */
export function describeProvenance(video: Described): Phrase {
  const { state, line } = video.provenance
  if (!line) return []
  const { check, reason, removed } = line
  if (state === 'broken') {
    return ['This file was changed after it was signed, so its credentials can’t be relied on.']
  }
  const phrase =
    state === 'verified'
      ? describeVerified(line)
      : state === 'file'
        ? describeFileClaim(line)
        : describeCreatorClaim(video)
  if (removed) phrase.push(removals[removed])
  if (check === 'pending') phrase.push(' Checking…')
  else if (reason) phrase.push(` ${reasons[reason]}`)
  return phrase
}

function describeVerified({ says, tool, signer, signedAt, removed }: ProvenanceLine): Phrase {
  const by = signer ? ['Signed by ', { name: signer }] : ['Signed']
  const on = signedAt ? ` on ${formatDay(signedAt)}` : ''
  const since = removed ? 'the file had not changed since.' : 'the file has not changed since.'
  return ['Verified: ', ...describeMaking(says, tool), '. ', ...by, `${on}; ${since}`]
}

/**
 * Returns the sentences for an unverified file. A signature may contain any name, so a signer on no trust list is shown
 * in quotes.
 */
function describeFileClaim({ says, tool, signer }: ProvenanceLine): Phrase {
  const signed = signer ? ` Signed by someone using the name “${signer}”.` : ''
  const phrase = tool ? [{ name: tool }] : says ? [claimTexts[says]] : undefined
  return phrase
    ? ['The file says: ', ...phrase, `.${signed} This isn’t verified.`]
    : [`This file has content credentials.${signed} This isn’t verified.`]
}

function describeCreatorClaim({ toolUsed, model, creator, provenance }: Described): Phrase {
  const rest =
    provenance.line?.check === 'done' ? ' The file has no credentials. That doesn’t tell us how it was made.' : ''
  if (creator.isSample) return [`A sample that comes with the site, drawn by code.${rest}`]
  if (toolUsed === 'other' && !model) return [`The creator doesn’t name a tool.${rest}`]
  return ['The creator says: ', { name: toolUsed === 'other' ? model! : toolLabels[toolUsed] }, `.${rest}`]
}

/**
 * Returns "made with Sora", or "edited with AI (Firefly)" if AI made only a part. A program may not state how it made
 * the clip. The phrase then says only that it wrote the file: "saved with Premiere".
 */
export function describeMaking(says: ProvenanceClaim | null, tool: string | null): Phrase {
  if (says === null) return tool ? ['saved with ', { name: tool }] : ['it carries credentials']
  if (says === 'generated' && tool) return ['made with ', { name: tool }]
  return tool ? [`${claimTexts[says]} (`, { name: tool }, ')'] : [claimTexts[says]]
}

/** Returns the sentence about the signer. Only signers on a trust list are named without quotes. */
export function describeSigner(signer: string | null, list: TrustListName | null): string {
  if (signer === null) return 'Signed without a name'
  return list ? `Signed by ${signer}` : `Signed by someone using the name “${signer}”`
}
