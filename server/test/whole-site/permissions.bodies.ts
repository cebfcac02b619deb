import type { OperationName } from '../clients/contract-calls.ts'
import { counterNotice } from '../takedown-notices.ts'

export const warning = { rule: 'spam', measure: 'warn', facts: 'It sells watches.' }

/** Bodies of operations whose target does not include one. */
export const bodies: Partial<Record<OperationName, Record<string, unknown>>> = {
  updateUser: { bio: 'Changed' },
  renamePasskey: { name: 'Another name' },
  createInvitation: { maxUses: 3, days: 7 },
  updateVideo: { title: 'Changed' },
  countView: {},
  reportVideo: { reason: 'spam' },
  reportComment: { reason: 'spam' },
  reportAccount: { reason: 'spam' },
  decideCase: warning,
  liftDecision: { answer: 'A mistake. Sorry.' },
  undoBatch: { answer: 'A mistake. Sorry.' },
  answerAppeal: { outcome: 'reversed', answer: 'You are right.' },
  appealDecision: { text: 'It is my own cat.' },
  sendCounterNotice: counterNotice,
  markCourtAction: { isCourtAction: true },
  removeVideoPermanently: { rule: 'nudity', facts: 'At 0:02.' },
  createComment: { text: 'Lovely' },
  disputeFirst: { text: 'It is my own.' },
  answerDispute: { answer: 'dismiss' },
  decideSameWords: { rule: 'spam', facts: 'The same advertisement again and again' },
}
