import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { VideosTable } from '../../../db/schema/schema.ts'
import { normalise, PROMPT_LENGTH } from '../search/normalise.ts'
import type { Subject, Trait } from './rank-neighbours.ts'

const TAGS_MAX = 8
/** Maximum number of videos to count per tag. */
const COUNTED_MAX = 1_000
const WORDS_MAX = 8
/** Maximum number of words of a title and a prompt to look up. */
const WORDS_READ = 200
/** Maximum number of videos that contain a word. More common words say little and are slow to search for. */
const COMMON = 20_000
/** Minimum for the number of videos. With fewer, or before PostgreSQL has counted them, rarity cannot be judged. */
const VIDEOS_MIN = 100

type Text = Pick<Selectable<VideosTable>, 'title' | 'prompt'> & Omit<Subject, 'tags' | 'words'>

/** Returns the traits of a video, or `undefined` if it is not searchable because it is hidden or deleted. */
export async function findSubject(db: Db, videoId: string): Promise<Subject | undefined> {
  const { rows } = await sql<Text>`
    select title, prompt, videos.tool_used, model, likes_count,
      (select greatest(reltuples, ${VIDEOS_MIN})::int from pg_class where oid = 'video_search'::regclass) as videos_count
    from videos join video_search on video_id = id where id = ${videoId}`.execute(db)
  const [text] = rows
  if (!text) return undefined
  const { title, prompt, ...made } = text
  const written = `${title}\n${prompt?.slice(0, PROMPT_LENGTH) ?? ''}`
  return { ...made, tags: await listTags(db, videoId), words: await listWords(db, written) }
}

/** Returns the rarest tags of the video, rarest first. */
async function listTags(db: Db, videoId: string): Promise<Trait[]> {
  const { rows } = await sql<Trait>`
    select own.tag as key, name, count from video_tags own join tags on tags.tag = own.tag,
      lateral (select count(*)::int from (
        select from video_tags other where other.tag = own.tag limit ${COUNTED_MAX}
      ) counted) counted
    where own.video_id = ${videoId} order by count, own.tag limit ${TAGS_MAX}`.execute(db)
  return rows
}

/** Returns the rarest words of a text, rarest first. Among words that are not counted yet, longer ones come first. */
async function listWords(db: Db, written: string): Promise<Trait[]> {
  const typed = wordsOf(written)
  const { rows } = await sql<Trait>`
    select lexeme as key, name, count from (
      select distinct on (lexeme) lexeme, name from (
        select (tsvector_to_array(to_tsvector('reverie', word)))[1] as lexeme, name, place
        from unnest(${[...typed.keys()]}::text[], ${[...typed.values()]}::text[]) with ordinality as typed (word, name, place)
      ) known where lexeme is not null order by lexeme, place
    ) own, lateral (
      select coalesce(sum(videos_count), 0)::int as count from search_words where search_words.lexeme = own.lexeme
    ) counted
    where count <= ${COMMON} order by count, char_length(lexeme) desc, lexeme limit ${WORDS_MAX}`.execute(db)
  return rows
}

/**
 * Returns the words of a text: their searched forms, mapped to their displayed forms. Skips numbers and single letters.
 */
function wordsOf(text: string): Map<string, string> {
  const words = new Map<string, string>()
  for (const [written] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const searched = normalise(written).split(' ')
    for (const word of searched) {
      if (words.size === WORDS_READ) return words
      const isDistinctive = word.length > 1 && /\p{L}/u.test(word)
      if (isDistinctive && !words.has(word)) words.set(word, searched.length === 1 ? written.toLowerCase() : word)
    }
  }
  return words
}
