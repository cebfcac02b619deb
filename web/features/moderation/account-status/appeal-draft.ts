import { readPersonal, storePersonal } from '../../../viewer/personal-state.ts'

const nameOf = (decisionId: string) => `appeal-${decisionId}`

/** The unsent text of an appeal, kept on this device. */
export function readAppealDraft(userId: string, decisionId: string): string {
  try {
    return readPersonal(nameOf(decisionId), userId) ?? ''
  } catch {
    return ''
  }
}

/** An empty text deletes the draft. */
export function keepAppealDraft(userId: string, decisionId: string, text: string): void {
  try {
    storePersonal(nameOf(decisionId), userId, text || undefined)
  } catch {
    // Storage is blocked or full. The text box still has the text.
  }
}
