import { sql } from 'kysely'
import type { AccountFile } from './account-file.ts'
import { type Original, originalName, workflowName } from './originals.ts'

/** Files of the account's own content and activity. */
export const ownFiles: readonly AccountFile[] = [
  {
    name: 'profile.json',
    about: 'Your page as others see it, with its counts.',
    query: (db, userId) =>
      db
        .selectFrom('users')
        .select(['id', 'userNumber', 'username', 'displayName', 'bio', 'location', 'website', 'firstName', 'lastName'])
        .select(['avatarUrl', 'profileImageUrl', 'followersCount', 'followingCount', 'videosCount', 'totalViews'])
        .select(['totalLikes', 'joinedDate', 'createdAt', 'updatedAt'])
        .where('id', '=', userId)
        .compile(),
  },
  {
    name: 'clips.ndjson',
    about:
      'Your clips: texts, prompts, counts, whether and why they are hidden, what was removed from the file when you ' +
      'uploaded it, what the file says about how it was made, and which clip published the same video first. `file` is its ' +
      'name in one of the other parts, `workflowFile` that of the workflow, if you share it.',
    query: (db, userId) =>
      db
        .selectFrom('videos')
        .innerJoin('objects', 'objects.id', 'videos.originalId')
        .leftJoin('reposts', 'reposts.videoId', 'videos.id')
        .leftJoin('cleanedOriginals', 'cleanedOriginals.objectId', 'videos.originalId')
        .leftJoin('provenance', 'provenance.videoId', 'videos.id')
        .leftJoin('workflows', 'workflows.videoId', 'videos.id')
        .select([
          'videos.id',
          'title',
          'caption',
          'prompt',
          'toolUsed',
          'model',
          'tags',
          'aspectRatio',
          'width',
          'height',
        ])
        .select(['durationSeconds', 'status', 'failureReason', 'streamFailure', 'hiddenFor', 'commenting'])
        .select(['showsReality', 'videos.provenance', 'provenanceSays', 'provenanceTool', 'provenanceSigner'])
        .select(['provenanceSignedAt', 'provenanceCheck', 'provenanceReason', 'provenance.findings'])
        .select(['remixPolicy', 'license', 'remixesCount'])
        .select(['likesCount', 'viewsCount', 'commentsCount', 'videos.createdAt', 'videos.updatedAt'])
        .select(['objects.contentType', 'objects.sizeBytes', 'cleanedOriginals.kinds as takenOutOfFile'])
        .select('workflows.objectId as workflowId')
        .select(['reposts.firstId as shownHereFirstBy', 'reposts.state as shownHereFirstState', 'reposts.disputeText'])
        .where('videos.userId', '=', userId)
        .orderBy('videos.createdAt')
        .orderBy('videos.id')
        .compile(),
    present: ({ workflowId, ...row }) => ({
      ...row,
      file: originalName(row as unknown as Original),
      workflowFile: workflowId && workflowName(row as unknown as Original),
    }),
  },
  {
    name: 'remixed.ndjson',
    about: 'Clips you remixed, and your thank-yous to their creators.',
    query: (db, userId) =>
      db
        .selectFrom('videoParents')
        .innerJoin('videos as remix', 'remix.id', 'videoParents.videoId')
        .leftJoin('videos', 'videos.id', 'videoParents.parentId')
        .leftJoin('users', 'users.id', 'videos.userId')
        .select(['videoParents.videoId', 'position', 'parentId', titleFor(userId), 'users.username as creator'])
        .select(['thanks', 'videoParents.createdAt'])
        .where('remix.userId', '=', userId)
        .orderBy('videoParents.createdAt')
        .orderBy('videoParents.videoId')
        .orderBy('position')
        .compile(),
  },
  {
    name: 'uploads.ndjson',
    about: 'Files you uploaded but haven’t published. Each is removed after a day.',
    query: (db, userId) =>
      db
        .selectFrom('objects')
        .select(['id', 'state', 'sizeBytes', 'uploadLength', 'createdAt'])
        .where('ownerId', '=', userId)
        .where('state', 'in', ['pending', 'stored'])
        .orderBy('createdAt')
        .orderBy('id')
        .compile(),
  },
  {
    name: 'comments.ndjson',
    about: 'Your comments, and whether and why they are hidden.',
    query: (db, userId) =>
      db
        .selectFrom('comments')
        .innerJoin('videos', 'videos.id', 'comments.videoId')
        .select(['comments.id', 'comments.text', 'comments.videoId', titleFor(userId), 'comments.hiddenFor'])
        .select(['comments.likesCount', 'comments.createdAt', 'comments.updatedAt'])
        .where('comments.userId', '=', userId)
        .orderBy('comments.createdAt')
        .orderBy('comments.id')
        .compile(),
  },
  {
    name: 'likes.ndjson',
    about: 'Clips you like.',
    query: (db, userId) =>
      db
        .selectFrom('likes')
        .innerJoin('videos', 'videos.id', 'likes.videoId')
        .innerJoin('users', 'users.id', 'videos.userId')
        .select(['likes.videoId', titleFor(userId), 'users.username as creator', 'likes.createdAt'])
        .where('likes.userId', '=', userId)
        .orderBy('likes.createdAt')
        .orderBy('likes.videoId')
        .compile(),
  },
  {
    name: 'comment-likes.ndjson',
    about: 'Comments you like.',
    query: (db, userId) =>
      db
        .selectFrom('commentLikes')
        .innerJoin('comments', 'comments.id', 'commentLikes.commentId')
        .innerJoin('users', 'users.id', 'comments.userId')
        .select(['commentLikes.commentId', 'comments.videoId', 'users.username as author', 'commentLikes.createdAt'])
        .where('commentLikes.userId', '=', userId)
        .orderBy('commentLikes.createdAt')
        .orderBy('commentLikes.commentId')
        .compile(),
  },
]

/** The title of a hidden clip is visible only to its owner. */
const titleFor = (userId: string) =>
  sql<string | null>`case when videos.user_id = ${userId} or not videos.is_hidden then videos.title end`.as(
    'videoTitle',
  )
