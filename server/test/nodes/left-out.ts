/** The tests over HTTP that also run on a site at an address (`--mode nodes`). */
export const atAddress = [
  'server/permissions.test.ts',
  'server/features/likes/likes.test.ts',
  'server/features/videos/lists.test.ts',
  'server/features/videos/videos.test.ts',
  'server/features/uploads/uploads.test.ts',
  'server/features/uploads/resumable-uploads.test.ts',
]

/** What of them cannot be said of such a site, and why. */
export const leftOut: { title: string; why: string }[] = [
  {
    title: 'a video is deleted while somebody likes it, or takes a like back',
    why: 'It counts who waits in the database, and workers of the site may.',
  },
  { title: 'a video that is deleted takes nobody else’s like with it', why: 'The same.' },
]
