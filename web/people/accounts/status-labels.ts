import type { AdminPerson } from '../../../contract/site/people.ts'

/** The names of account statuses. Active accounts show none. */
export const statusLabels: Record<AdminPerson['standing'], string | undefined> = {
  active: undefined,
  restricted: 'Restricted',
  suspended: 'Suspended',
  waiting: 'Waiting for approval',
  leaving: 'Scheduled for deletion',
}
