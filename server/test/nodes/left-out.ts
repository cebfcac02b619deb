/** HTTP tests that also run against a site on several machines (`--mode nodes`). */
export const atAddress = [
  'server/test/whole-site/nodes.deep.test.ts',
  'server/test/whole-site/permissions.test.ts',
  'server/test/whole-site/hidden-videos.test.ts',
  'server/features/social/likes/likes.test.ts',
  'server/features/videos/reading/lists.test.ts',
  'server/features/videos/publishing/publishing.test.ts',
  'server/features/videos/upload/uploads.test.ts',
  'server/features/videos/upload/resumable-uploads.test.ts',
  'server/features/videos/upload/interrupted-uploads.test.ts',
  'server/features/videos/upload/resumable-limits.test.ts',
]

interface LeftOut {
  why: string
  /** Titles of tests or groups. */
  titles: string[]
}

/** Tests that cannot apply to a site on several machines. */
export const leftOut: LeftOut[] = [
  {
    why: 'They count waiting database sessions, and workers of the site may wait too.',
    titles: [
      'a like or unlike that waits for the deletion of its video gets a 404',
      'deleting a video does not affect concurrent likes of other videos',
    ],
  },
  {
    why: 'They count the queries of one process.',
    titles: [
      'a list of a hundred rows needs as many queries as one row',
      'fifty concurrent viewers share queries',
      'a later page is cached at its second request within a second',
      'a forged signature is refused without a query',
    ],
  },
  {
    why: 'They replace parts of the process under test.',
    titles: [
      'changes invalidate the caches of other processes',
      'a signed address is never logged, even if an upload fails',
      'the resumable address > is never logged, even if a request fails',
      'an upload to a full disk is refused and can be repeated later',
      'an upload to a full disk keeps its bytes and can continue later',
    ],
  },
  {
    why: 'They read the storage folder.',
    titles: [
      'an interrupted upload leaves no bytes, and its address stays valid',
      'storage quotas > more than 20 GB of unused uploads are refused while they arrive',
      'deletion > a file that cannot be removed does not prevent other removals',
      'a clip can be uploaded in pieces to its resumable address',
      'several requests for one upload > only one of two concurrent PATCH requests succeeds, and the file is complete',
      'several requests for one upload > a client can resume before the server notices its dead connection',
      'several requests for one upload > bytes that arrived before a connection was lost are kept',
      'several requests for one upload > DELETE cancels an upload, removes its part and releases its space',
      'after a crash > a crash before the row is written does not lose the upload',
      'after a crash > parts still exist at the next start and are not served',
      'parts are deleted a day after their upload was created',
    ],
  },
  {
    why: 'Workers of the site also delete the files.',
    titles: ['deletion > removes the bytes, even if the server dies right after the commit'],
  },
  {
    why: 'Visitors have no read-your-writes cookie, so another process shows a view only after its signal has arrived.',
    titles: ['every change is visible to all viewers at once'],
  },
  {
    why: 'nginx does not check readiness: it may lose a request that it sends at the moment in which a process closes.',
    titles: ['restarting one process after another loses no request'],
  },
  {
    why: 'The relay between test and site (relay.ts) stops forwarding a request once there is a reply.',
    titles: ['storage quotas > a client that is refused halfway can finish sending and gets the reason'],
  },
  {
    why: 'They send requests from several addresses. Here all requests come from one machine.',
    titles: [
      'HEAD is limited for each upload and for each address',
      'OPTIONS is limited for each upload and for each address',
      'only small pieces are limited, for each upload and for each address',
    ],
  },
]
