import { sql } from 'kysely'
import type { Overview } from '../../../../contract/site/overview.ts'
import type { Db } from '../../../db/connect.ts'

/**
 * Returns the state of e-mail delivery: the e-mails that wait, those given up in the last day, and the last refusal.
 * The mail server's refusal names no address (`MailError`).
 */
export async function describeEmails(db: Db): Promise<NonNullable<Overview['letters']>> {
  const { rows } = await sql<NonNullable<Overview['letters']>>`
    with emails as (select state, output, started_on from pgboss.job where name = 'send-letter'),
    refused as (
      select output->>'message' as words, started_on as at from emails
      where state in ('retry', 'failed') and output is not null order by started_on desc limit 1
    )
    select (count(*) filter (where state <= 'active'))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed,
      (select words from refused) as last_words, (select at from refused) as refused_at
    from emails`.execute(db)
  return rows[0]!
}
