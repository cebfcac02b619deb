import { readPersonal, storePersonal } from '../../../viewer/personal-state.ts'

const nameOf = (decisionId: string) => `appeal-${decisionId}`

/** Returns the unsent text of an appeal, which is kept on this device. */
export function readAppealDraft(userId: string, decisionId: string): string {
  return readPersonal(nameOf(decisionId), userId) ?? ''
}

/** Stores the unsent text of an appeal on this device. An empty string deletes it. */
export function keepAppealDraft(userId: string, decisionId: string, text: string): void {
  storePersonal(nameOf(decisionId), userId, text || null)
}
