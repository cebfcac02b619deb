import { readPersonal, storePersonal } from '../../../viewer/personal-state.ts'

const nameOf = (decisionId: string) => `appeal-${decisionId}`

/** The unsent text of an appeal, kept on this device. */
export function readAppealDraft(userId: string, decisionId: string): string {
  return readPersonal(nameOf(decisionId), userId) ?? ''
}

/** An empty text deletes the draft. */
export function keepAppealDraft(userId: string, decisionId: string, text: string): void {
  storePersonal(nameOf(decisionId), userId, text || null)
}
