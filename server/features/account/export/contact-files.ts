import { presentStatement, selectStatements, type StatementRow } from '../../moderation/appeals/statements.ts'
import { selectOwnReports } from '../../moderation/reports/report-outcomes.ts'
import type { AccountFile } from './account-file.ts'

/** Files about contacts between the account and others, and between the account and staff. */
export const contactFiles: readonly AccountFile[] = [
  {
    name: 'following.ndjson',
    about: 'People you follow.',
    query: (db, userId) =>
      db
        .selectFrom('follows')
        .innerJoin('users', 'users.id', 'follows.followingId')
        .select(['users.id', 'users.username', 'follows.createdAt as since'])
        .where('follows.followerId', '=', userId)
        .orderBy('follows.createdAt')
        .orderBy('users.id')
        .compile(),
  },
  {
    name: 'followers.ndjson',
    about: 'People who follow you.',
    query: (db, userId) =>
      db
        .selectFrom('follows')
        .innerJoin('users', 'users.id', 'follows.followerId')
        .select(['users.id', 'users.username', 'follows.createdAt as since'])
        .where('follows.followingId', '=', userId)
        .orderBy('follows.createdAt')
        .orderBy('users.id')
        .compile(),
  },
  {
    name: 'muted.ndjson',
    about: 'People you muted or blocked.',
    query: (db, userId) =>
      db
        .selectFrom('relations')
        .innerJoin('users', 'users.id', 'relations.targetId')
        .select(['users.id', 'users.username', 'relations.kind', 'relations.createdAt as since'])
        .where('relations.userId', '=', userId)
        .orderBy('relations.createdAt')
        .orderBy('users.id')
        .compile(),
  },
  {
    name: 'notifications.ndjson',
    about: 'Your notifications: who liked, commented, followed or published, and when.',
    query: (db, userId) =>
      db
        .selectFrom('notifications')
        .innerJoin('users', 'users.id', 'notifications.actorId')
        .select(['notifications.id', 'type', 'users.username as actor', 'videoId', 'commentId', 'day', 'isRead'])
        .select('notifications.createdAt')
        .where('notifications.userId', '=', userId)
        .orderBy('notifications.createdAt')
        .orderBy('notifications.id')
        .compile(),
  },
  {
    name: 'decisions.ndjson',
    about: 'Moderation decisions about you and your content, with their rules and reasons, and your appeals.',
    query: (db, userId) => selectStatements(userId).compile(db),
    present: (row) => presentStatement(row as unknown as StatementRow),
  },
  {
    name: 'counter-notices.ndjson',
    about: 'Your counter-notices against copyright notices, until they expire.',
    query: (db, userId) =>
      db
        .selectFrom('counterNotices')
        .innerJoin('decisions', 'decisions.id', 'counterNotices.decisionId')
        .select(['counterNotices.id', 'decisionId', 'explanation', 'name', 'contact', 'signature', 'sentAt'])
        .select(['restoreOn', 'courtActionAt'])
        .where('decisions.personId', '=', userId)
        .orderBy('sentAt')
        .orderBy('counterNotices.id')
        .compile(),
  },
  {
    name: 'reports.ndjson',
    about: 'Your reports and their outcomes.',
    query: (db, userId) => selectOwnReports(userId).compile(db),
  },
]
