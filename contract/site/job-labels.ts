/** The name of each background job for admins. */
export const jobLabels = {
  'render-poster': 'Posters',
  'render-cover': 'Chosen covers',
  'render-preview': 'Previews',
  'render-stream': 'Streams',
  'render-long-preview': 'Previews of long clips',
  'render-long-stream': 'Streams of long clips',
  'render-failed': 'Failures to record',
  'cover-failed': 'Failed covers to record',
  fingerprint: 'Duplicates to look for',
  'compare-video': 'Similar clips',
  'tell-followers': 'Follower notifications',
  'check-credentials': 'Content credentials to check',
  'sign-renditions': 'Files to sign',
  'decide-batch': 'Decisions made together',
  'delete-account': 'Accounts to delete',
  'send-letter': 'Emails',
} as const
export type JobName = keyof typeof jobLabels
