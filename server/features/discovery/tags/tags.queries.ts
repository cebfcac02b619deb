import { type RawBuilder, sql } from 'kysely'
import { COUNTED_UP_TO, type Topic } from '../../../../contract/discovery/tags.ts'
import { type Tool, toolLabels } from '../../../../contract/videos/videos.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { PageOf } from '../../../http/cursor.ts'
import { readPage, type RowPage } from '../../videos/reading/videos.queries.ts'

/**
 * Returns the visible videos with a tag, newest first.
 *
 * @param key The tag's key (`contract/videos/tags.ts`).
 * @param viewerId Viewer whose muted creators are left out.
 */
export function listTagVideos(db: Db, key: string, page: PageOf, viewerId?: string): Promise<RowPage> {
  return readPage(db, sql`video_tags.tag = ${key}`, page, { viewerId, by: 'video_tags' })
}

/**
 * Returns the visible videos that were made with a tool, newest first.
 * @param viewerId Viewer whose muted creators are left out.
 */
export function listToolVideos(db: Db, tool: Tool, page: PageOf, viewerId?: string): Promise<RowPage> {
  return readPage(db, sql`videos.tool_used = ${tool}`, page, { viewerId })
}

/**
 * Returns a tag, even one that no visible video uses.
 *
 * @param key The tag's key.
 * @param asked The tag as the caller wrote it. It is the returned name if no visible video has the tag, because the
 *   first spelling would reveal that a hidden or deleted one had it.
 */
export async function getTag(db: Db, key: string, asked: string): Promise<Topic> {
  // Hiding a video deletes its tag rows at once.
  const { rows } = await sql<{ name: string | null; count: number }>`
    select (select name from tags where tag = ${key}) as name,
      ${countUpTo(sql`video_tags where tag = ${key}`)} as count`.execute(db)
  const { name = null, count = 0 } = rows[0] ?? {}
  return topic(count > 0 && name !== null ? name : asked, count)
}

/** Returns a tool with the number of its visible videos. */
export async function getTool(db: Db, tool: Tool): Promise<Topic> {
  const { rows } = await sql<{ count: number }>`
    select ${countUpTo(sql`videos where tool_used = ${tool} and ${isListed}`)} as count`.execute(db)
  return topic(toolLabels[tool], rows[0]?.count ?? 0)
}

/** Counts rows, but stops at `COUNTED_UP_TO` + 1. */
export function countUpTo(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*)::int from (select from ${rows} limit ${COUNTED_UP_TO + 1}) as counted)`
}

/** Builds a topic. @param count Number of clips. Beyond `COUNTED_UP_TO` it need not be exact. */
export function topic(name: string, count: number): Topic {
  return { name, videosCount: Math.min(count, COUNTED_UP_TO), hasMore: count > COUNTED_UP_TO }
}
