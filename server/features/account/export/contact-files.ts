import { sql } from 'kysely'
import { presentStatement, selectStatements } from '../../moderation/appeals/statements.ts'
import { selectOwnReports } from '../../moderation/reports/report-outcomes.ts'
import { type AccountFile, presentedFile, usernameFor } from './account-file.ts'

/** Files about contacts between the account and others, and between the account and staff. */
export const contactFiles: readonly AccountFile[] = [
  {
    name: 'following.ndjson',
    about: 'People you follow.',
    query: (userId) => sql`
      select users.id, ${usernameFor(userId, 'username')}, follows.created_at as since
      from follows join users on users.id = following_id
      where follower_id = ${userId} order by follows.created_at, users.id`,
  },
  {
    name: 'followers.ndjson',
    about: 'People who follow you.',
    query: (userId) => sql`
      select users.id, ${usernameFor(userId, 'username')}, follows.created_at as since
      from follows join users on users.id = follower_id
      where following_id = ${userId} order by follows.created_at, users.id`,
  },
  {
    name: 'muted.ndjson',
    about: 'People you muted or blocked.',
    query: (userId) => sql`
      select users.id, ${usernameFor(userId, 'username')}, relations.kind, relations.created_at as since
      from relations join users on users.id = target_id
      where user_id = ${userId} order by relations.created_at, users.id`,
  },
  {
    name: 'notifications.ndjson',
    about: 'Your notifications: who liked, commented, followed or published, and when.',
    query: (userId) => sql`
      select notifications.id, type, ${usernameFor(userId, 'actor')}, video_id, comment_id, day, is_read,
        notifications.created_at
      from notifications join users on users.id = actor_id
      where user_id = ${userId} order by notifications.created_at, notifications.id`,
  },
  presentedFile({
    name: 'decisions.ndjson',
    about: 'Moderation decisions about you and your content, with their rules and reasons, and your appeals.',
    query: (userId) => selectStatements(userId),
    present: presentStatement,
  }),
  {
    name: 'counter-notices.ndjson',
    about: 'Your counter-notices against copyright notices, until they expire.',
    query: (userId) => sql`
      select counter_notices.id, decision_id, explanation, name, contact, signature, sent_at, restore_on,
        court_action_at
      from counter_notices join decisions on decisions.id = decision_id
      where person_id = ${userId} order by sent_at, counter_notices.id`,
  },
  {
    name: 'reports.ndjson',
    about: 'Your reports and their outcomes.',
    query: selectOwnReports,
  },
]
