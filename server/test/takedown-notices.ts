import type { CounterNoticeBody } from '../../contract/moderation/counter-notices.ts'
import type { TakedownNoticeBody } from '../../contract/moderation/takedown-notices.ts'

/** Returns a notice that a clip is unlawful. */
export function noticeAbout(videoId: string): TakedownNoticeBody {
  return {
    kind: 'unlawful',
    addresses: [`/video/${videoId}`],
    explanation: 'It is forbidden.',
    name: 'A claimant',
    email: 'claimant@example.org',
    isGoodFaith: true,
  }
}

/** Returns a notice that a clip infringes a copyright. */
export function copyrightNoticeAbout(videoId: string): TakedownNoticeBody {
  return {
    ...noticeAbout(videoId),
    kind: 'copyright',
    work: 'My film',
    contact: '1 Claim Street',
    isAuthorised: true,
    signature: 'A claimant',
  }
}

/** The author's answer to a decision after a copyright notice. */
export const counterNotice: CounterNoticeBody = {
  explanation: 'I made it.',
  name: 'A maker',
  contact: '2 Maker Street',
  isMistaken: true,
  acceptsCourt: true,
  signature: 'A maker',
}
