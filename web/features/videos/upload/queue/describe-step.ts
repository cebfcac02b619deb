import { formatMegabytes, formatPercent } from '../file/file-labels.ts'
import type { UploadStep } from '../sending/publish.ts'
import { describeTimeLeft, type Progress } from '../sending/tus/transfer-rate.ts'
import type { TransferState } from '../sending/tus/transfer-state.ts'

/** A step that this tab performs. Only the sending tab knows the progress. */
export type OwnStep = Exclude<UploadStep, { kind: 'elsewhere' }>

/** Whether the creator has paused the upload. */
export function isPaused(step: UploadStep | undefined): boolean {
  return step?.kind === 'sending' && step.transfer.kind === 'paused'
}

/** Whether this tab is making progress. */
export function isMoving(step: UploadStep): boolean {
  switch (step.kind) {
    case 'preparing':
      return true
    case 'elsewhere':
      return false
    case 'publishing':
      return !step.isOffline
    case 'sending':
      return step.transfer.kind === 'running'
  }
}

/** Returns the number of bytes that have been sent, 0 before and after sending. */
export function sentBytes(step: UploadStep): number {
  return step.kind === 'sending' ? (step.progress?.sentBytes ?? 0) : 0
}

/** Returns the share of bytes that have been sent, from 0 to 1. */
export function sentShare(step: UploadStep): number {
  if (step.kind === 'sending') return step.progress ? shareOf(step.progress.sentBytes, step.progress) : 0
  return step.kind === 'publishing' ? 1 : 0
}

// An empty file must not cause a division by zero.
const shareOf = (bytes: number, { totalBytes }: Progress) => bytes / (totalBytes || 1)

/** Returns the text that screen readers announce when the step changes. */
export function describeStep(step: UploadStep): string {
  switch (step.kind) {
    case 'preparing':
      return 'Getting ready'
    case 'elsewhere':
      return 'This clip is being uploaded in another tab.'
    case 'publishing':
      return step.isOffline
        ? 'Uploaded. It will be published when you’re back online.'
        : 'Uploaded. Checking and publishing…'
    case 'sending':
      return describeTransfer(step.transfer, step.progress)
  }
}

function describeTransfer(transfer: TransferState, progress: Progress | undefined): string {
  switch (transfer.kind) {
    case 'paused':
      return 'Paused. We’ll keep your progress for 24 hours.'
    case 'interrupted':
      return transfer.reason ? `${transfer.reason} Retrying automatically.` : 'Connection lost. Resuming automatically.'
    case 'running':
      if (!progress) return 'Getting ready'
      if (transfer.isCut) return 'A proxy allows only small requests. Sending the clip in pieces.'
      return transfer.fromBytes > 0 ? `Continuing from ${formatPercent(shareOf(transfer.fromBytes, progress))}` : ''
  }
}

/** Returns the bytes sent, the total, the speed and the time left. A lost connection takes the place of the numbers. */
export function describeNumbers(step: UploadStep): string | undefined {
  if (step.kind !== 'sending' || !step.progress || step.transfer.kind === 'interrupted') return undefined
  const { sentBytes: sent, totalBytes, bytesPerSecond, secondsLeft } = step.progress
  const isSending = step.transfer.kind === 'running'
  return [
    `${formatMegabytes(sent)} of ${formatMegabytes(totalBytes)}`,
    isSending && bytesPerSecond !== undefined && `${formatMegabytes(bytesPerSecond)}/s`,
    isSending && secondsLeft !== undefined && describeTimeLeft(secondsLeft),
  ]
    .filter(Boolean)
    .join(' · ')
}
