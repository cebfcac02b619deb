import { accountStatusColumns } from '../../../access/account-status.ts'
import { sql } from 'kysely'
import type { AccountFile } from './account-file.ts'

/** Files about the account's settings and sign-in methods, without secrets that would let a reader sign in. */
export const signInFiles: readonly AccountFile[] = [
  {
    name: 'account.json',
    about:
      'Your email address, sign-in methods, account status, your request or invitation to join, and up to ' +
      'when you have seen the clips of people you follow.',
    query: (userId) => sql`
      select email, email_verified_at, password_sign_in, role, ${accountStatusColumns}, waiting_since, delete_after, deletion_reason,
        (select count(*) from recovery_codes where recovery_codes.user_id = users.id) as recovery_codes_left,
        join_requests.reason as join_reason, join_requests.asked_at as join_asked_at,
        join_requests.answer as join_answer, join_requests.answered_at as join_answered_at,
        invited_users.invitation_id, feed_visits.following_at as following_seen_until
      from users left join join_requests on join_requests.user_id = users.id
      left join invited_users on invited_users.user_id = users.id
      left join feed_visits on feed_visits.user_id = users.id
      where users.id = ${userId}`,
  },
  {
    name: 'devices.ndjson',
    about: 'Where you’re signed in. IP addresses aren’t stored.',
    query: (userId) => sql`
      select browser, method, created_at, used_at, expire as expires_at from sessions
      where user_id = ${userId} order by created_at, id`,
  },
  {
    name: 'passkeys.ndjson',
    about: 'The names of your passkeys. The keys themselves never leave your devices.',
    query: (userId) => sql`
      select name, rp_id as site, is_backed_up, created_at, used_at from passkeys
      where user_id = ${userId} order by created_at, id`,
  },
  {
    name: 'account-events.ndjson',
    about: 'Changes to your account, and when you saw them.',
    query: (userId) => sql`
      select kind, detail, at, seen_at from account_events
      where user_id = ${userId} order by at, id`,
  },
]
