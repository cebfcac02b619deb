import { sql } from 'kysely'
import { SEARCH_MAX_LENGTH, type Suggestion } from '../../../../contract/discovery/search.ts'
import { tagKey } from '../../../../contract/videos/tags.ts'
import { type Tool, toolLabels, tools } from '../../../../contract/videos/videos.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { creatorsThatBegin } from './creator-search.queries.ts'
import { normalise } from './normalise.ts'
import { LAST } from './search-terms.ts'

const MAX_SUGGESTIONS = 10
/** Maximum number of suggestions per kind. The limits keep one kind from filling the list. */
const MAX_WORDS = 4
const MAX_TAGS = 3
const MAX_CREATORS = 3
/** Maximum number of words or tags to read that begin with the prefix. The most common of them are shown. */
const MAX_BEGUN = 2_000

/** The last term of a search, which the user is typing. */
interface Begun {
  /** The text before the term. */
  before: string
  operator: string
  /** The typed value. */
  value: string
}

interface Row {
  kind: 'words' | 'tag' | 'creator'
  text: string
  count: number
  id: string | null
  displayName: string | null
  avatarUrl: string | null
}

/**
 * Returns completions of the last term of a search, the most likely kinds first. A term with an operator has
 * suggestions of one kind only.
 *
 * @param offered The AI tools that the upload form offers. Others are suggested only if there are clips made with them.
 */
export async function suggest(db: Db, typed: string, offered: readonly Tool[]): Promise<Suggestion[]> {
  const begun = lastTerm(typed.slice(0, SEARCH_MAX_LENGTH).toWellFormed())
  if (!begun) return []
  const rows = begun.operator === 'tool:' ? [] : await readSuggestions(db, begun)
  const named =
    begun.operator === '' || begun.operator === 'tool:' ? await suggestedTools(db, begun.value, offered) : []
  return [
    ...rows
      .filter(({ kind }) => kind === 'words')
      .map(({ text }) => ({ kind: 'words' as const, text: begun.before + text })),
    ...rows.filter(({ kind }) => kind === 'tag').map(({ text, count }) => ({ kind: 'tag' as const, text, count })),
    ...rows.filter(({ kind }) => kind === 'creator').map(asCreator),
    ...named.map((text) => ({ kind: 'tool' as const, text })),
  ].slice(0, MAX_SUGGESTIONS)
}

function lastTerm(typed: string): Begun | undefined {
  const [, before = '', operator = '', value = ''] = /^(.*?)(#|@|tool:)?"?([^\s"#@]+)$/isu.exec(typed) ?? []
  return value === '' ? undefined : { before, operator: operator.toLowerCase(), value }
}

async function suggestedTools(db: Db, value: string, offered: readonly Tool[]): Promise<Tool[]> {
  const begun = normalise(value)
  if (begun === '') return []
  const named = tools.filter((tool) => ` ${normalise(toolLabels[tool])}`.includes(` ${begun}`))
  const former = named.filter((tool) => !offered.includes(tool))
  if (former.length === 0) return named
  const { rows } = await sql<{ tool: Tool }>`
    select tool from unnest(${former}::text[]) as tool
    where exists (select from videos where tool_used = tool and ${isListed})`.execute(db)
  return named.filter((tool) => offered.includes(tool) || rows.some((row) => row.tool === tool))
}

async function readSuggestions(db: Db, { operator, value }: Begun): Promise<Row[]> {
  const isPlain = operator === ''
  const word = normalise(value)
  const tag = tagKey(value)
  const parts = [
    ...(isPlain && word !== '' && !word.includes(' ') ? [wordsThatBegin(word)] : []),
    ...(isPlain || operator === '#' ? [tagsThatBegin(tag, isPlain ? MAX_TAGS : MAX_SUGGESTIONS)] : []),
    ...(isPlain || operator === '@' ? [suggestedCreators(value, isPlain ? MAX_CREATORS : MAX_SUGGESTIONS)] : []),
  ]
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** Selects words that are longer than the prefix, because a completed word needs no suggestion. */
function wordsThatBegin(word: string) {
  return sql`(
    select 'words' as kind, word as text, videos_count as count, null::uuid as id, null as display_name, null as avatar_url
    from (
      select word, videos_count from search_words where word ~>~ ${word} and word ~<~ ${word + LAST}
      order by word using ~<~ limit ${MAX_BEGUN}
    ) begun order by videos_count desc, word limit ${MAX_WORDS}
  )`
}

function tagsThatBegin(tag: string, max: number) {
  return sql`(
    select 'tag' as kind, name as text, videos_count as count, null::uuid as id, null as display_name, null as avatar_url
    from (
      select tag, name, videos_count from tags where tag ~>=~ ${tag} and tag ~<~ ${tag + LAST}
      order by tag using ~<~ limit ${MAX_BEGUN}
    ) begun where exists (select from video_tags where video_tags.tag = begun.tag)
    order by videos_count desc, tag limit ${max}
  )`
}

function suggestedCreators(name: string, max: number) {
  return sql`(
    select 'creator' as kind, username as text, followers_count as count, id, display_name, avatar_url
    from ${creatorsThatBegin(name, max)} begun
  )`
}

function asCreator({ text, id, displayName, avatarUrl }: Row): Suggestion {
  return { kind: 'creator', text, id: id ?? '', displayName: displayName ?? text, avatarUrl }
}
