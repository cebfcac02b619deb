import { sql } from 'kysely'
import type { Db as QueueDb } from 'pg-boss'
import type { Db } from '../db/connect.ts'

/** The person for whom a job runs, and its cost. */
export interface JobCost {
  userId: string
  /** Cost in the queue's unit; at least 1. Starts of jobs are sums of costs, and must stay below 2³¹. */
  cost: number
}

/**
 * Assigns a person's next turn in a queue: the end of their previous jobs, or the queue's clock if later. If jobs run
 * in the order of these numbers, people who wait get equal shares of the work, measured in cost (start-time fair
 * queueing: Goyal, Vin and Cheng 1996).
 *
 * @returns The start of the job. Concurrent calls for one person wait for each other's transactions.
 */
export async function assignStart(tx: Db, queue: string, { userId, cost }: JobCost): Promise<number> {
  const { rows } = await sql<{ start: number }>`
    with clock as (select coalesce((select now from queue_clocks where queue = ${queue}), 0) as now)
    insert into queue_turns as turn (queue, user_id, next_start)
      select ${queue}, ${userId}, clock.now + ${cost}::integer from clock
      on conflict (queue, user_id) do update
        set next_start = greatest(turn.next_start, excluded.next_start - ${cost}::integer) + ${cost}::integer
      returning next_start - ${cost}::integer as start`.execute(tx)
  return rows[0]!.start
}

/** Advances a queue's clock to the start of the job that is taken. It never goes back. */
export async function advanceClock(database: QueueDb, queue: string, start: number): Promise<void> {
  await database.executeSql(
    `insert into queue_clocks as clock (queue, now) values ($1, $2)
       on conflict (queue) do update set now = excluded.now where clock.now < excluded.now`,
    [queue, start],
  )
}
