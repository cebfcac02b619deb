import { sql } from 'kysely'
import type { AlreadyHere } from '../../../../contract/videos/duplicates.ts'
import type { Db } from '../../../db/connect.ts'

/**
 * Stores the creator's answer to "This clip is already here", in the transaction that publishes their clip. A credit is
 * shown at once. "It is mine too" becomes a dispute if the frames turn out to be the same. Does nothing if the other
 * clip is gone or hidden, or belongs to the same creator.
 */
export async function keepAnswer(tx: Db, videoId: string, ownerId: string, { id, answer }: AlreadyHere): Promise<void> {
  const [state, text] = answer === 'credit' ? ['credited', null] : ['disputed', 'It’s mine too.']
  await sql`
    insert into reposts (video_id, first_id, state, dispute_text)
    select ${videoId}, id, ${state}, ${text}::text from videos
    where id = ${id} and not is_hidden and user_id <> ${ownerId} for key share`.execute(tx)
}
