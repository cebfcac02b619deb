import { sql } from 'kysely'
import { UpdateVideoBody } from '../../../../contract/videos/publishing.ts'
import { isListedTo } from '../../../access/visibility.ts'
import type { VideosTable } from '../../../db/schema/schema.ts'
import { type AccountFile, presentedFile, usernameFor } from './account-file.ts'
import { type Original, originalName, workflowName } from './originals.ts'

/** The details that a creator can state about a clip: each field that they can change is a column. */
const statedColumns: (keyof VideosTable)[] = Object.keys(UpdateVideoBody.shape) as (keyof UpdateVideoBody)[]

type ClipRow = Pick<Original, 'id' | 'createdAt' | 'title' | 'contentType' | 'workflowId'>

export const ownFiles: readonly AccountFile[] = [
  {
    name: 'profile.json',
    about: 'Your page as others see it, with its counts.',
    query: (userId) => sql`
      select id, user_number, username, display_name, bio, location, website, first_name, last_name, avatar_url,
        profile_image_url, followers_count, following_count, videos_count, total_views, total_likes, joined_date,
        storage_limit_gb, created_at, updated_at
      from users where id = ${userId}`,
  },
  presentedFile({
    name: 'clips.ndjson',
    about:
      'Your clips: texts, prompts, counts, whether and why they are hidden, what was removed from the file when you ' +
      'uploaded it, what the file says about how it was made, and which clip published the same video first. `file` is its ' +
      'name in one of the other parts, `workflowFile` that of the workflow, if you share it.',
    query: (userId) => sql<ClipRow>`
      select videos.id, ${sql.join(statedColumns.map((name) => sql.ref(name)))}, aspect_ratio, width, height,
        duration_seconds, status, failure_reason, stream_failure, hidden_for, videos.provenance, provenance_says,
        provenance_tool, provenance_signer, provenance_signed_at, provenance_check, provenance_reason,
        provenance.findings, remixes_count, likes_count, views_count, comments_count,
        videos.created_at, videos.updated_at, objects.content_type, objects.size_bytes,
        cleaned_originals.kinds as taken_out_of_file, workflows.object_id as workflow_id,
        reposts.first_id as shown_here_first_by, reposts.state as shown_here_first_state, reposts.dispute_text
      from videos join objects on objects.id = videos.original_id
        left join reposts on reposts.video_id = videos.id
        left join cleaned_originals on cleaned_originals.object_id = videos.original_id
        left join provenance on provenance.video_id = videos.id
        left join workflows on workflows.video_id = videos.id
      where videos.user_id = ${userId} order by videos.created_at, videos.id`,
    present: ({ workflowId, ...row }) => ({
      ...row,
      file: originalName(row),
      workflowFile: workflowId && workflowName(row),
    }),
  }),
  {
    name: 'remixed.ndjson',
    about: 'Clips you remixed, and your thank-yous to their creators.',
    query: (userId) => sql`
      select video_parents.video_id, position, parent_id, ${titleFor(userId)}, ${usernameFor(userId, 'creator')}, thanks,
        video_parents.created_at
      from video_parents join videos as remix on remix.id = video_parents.video_id
        left join videos on videos.id = parent_id left join users on users.id = videos.user_id
      where remix.user_id = ${userId} order by video_parents.created_at, video_parents.video_id, position`,
  },
  {
    name: 'uploads.ndjson',
    about: 'Files you uploaded but haven’t published. Each is removed after a day.',
    query: (userId) => sql`
      select id, state, size_bytes, upload_length, created_at from objects
      where owner_id = ${userId} and state in ('pending', 'stored') order by created_at, id`,
  },
  {
    name: 'comments.ndjson',
    about: 'Your comments, and whether and why they are hidden.',
    query: (userId) => sql`
      select comments.id, comments.text, comments.video_id, ${titleFor(userId)}, comments.hidden_for,
        comments.likes_count, comments.created_at, comments.updated_at
      from comments join videos on videos.id = comments.video_id
      where comments.user_id = ${userId} order by comments.created_at, comments.id`,
  },
  {
    name: 'likes.ndjson',
    about: 'Clips you like.',
    query: (userId) => sql`
      select likes.video_id, ${titleFor(userId)}, ${usernameFor(userId, 'creator')}, likes.created_at
      from likes join videos on videos.id = likes.video_id join users on users.id = videos.user_id
      where likes.user_id = ${userId} order by likes.created_at, likes.video_id`,
  },
  {
    name: 'comment-likes.ndjson',
    about: 'Comments you like.',
    query: (userId) => sql`
      select comment_likes.comment_id, comments.video_id, ${usernameFor(userId, 'author')}, comment_likes.created_at
      from comment_likes join comments on comments.id = comment_id join users on users.id = comments.user_id
      where comment_likes.user_id = ${userId} order by comment_likes.created_at, comment_id`,
  },
]

/** The title of a clip that is not listed is visible only to its owner. */
const titleFor = (userId: string) => sql`case when ${isListedTo(userId)} then videos.title end as video_title`
