/** The HTTP tests that also run on a site at an address (`--mode nodes`). */
export const atAddress = [
  'server/test/whole-site/nodes.deep.test.ts',
  'server/test/whole-site/permissions.test.ts',
  'server/features/social/likes/likes.test.ts',
  'server/features/videos/reading/lists.test.ts',
  'server/features/videos/publishing/videos.test.ts',
  'server/features/videos/upload/uploads.test.ts',
  'server/features/videos/upload/resumable-uploads.test.ts',
]

interface LeftOut {
  why: string
  /** Titles of tests, or of their groups. */
  titles: string[]
}

/** Tests that cannot apply to such a site. */
export const leftOut: LeftOut[] = [
  {
    why: 'They count who waits in the database, where workers of the site may wait, too.',
    titles: [
      'a video is deleted while somebody likes it, or takes a like back',
      'a video that is deleted takes nobody else’s like with it',
    ],
  },
  {
    why: 'They count the queries of a process.',
    titles: [
      'each call that a visitor may make is limited as the table says',
      'a list runs as many queries for a hundred rows as for one, and none when it was just read',
      'fifty viewers who come at once share the queries',
      'asking about uploads > a signature that is not ours is refused before anything is looked up',
    ],
  },
  {
    why: 'They replace a part of a process, and find its faults.',
    titles: [
      'another process hears of it',
      'a signed address is never logged, whatever goes wrong with it',
      'the address > it is never logged, whatever goes wrong with it',
      'a full disk is refused in words, leaves nothing, and the same address works once there is room',
      'room > on the disk: what has arrived is kept, and goes on later',
    ],
  },
  {
    why: 'They look into a folder of files.',
    titles: [
      'an upload that is cut off leaves nothing',
      'the bytes of a person > unused ones: what would be more than 20 GB is refused as it comes, and leaves nothing',
      'what is deleted > one that cannot be removed does not keep the others',
      'the page gets both addresses; the pieces of a file become a clip',
      'one upload, several requests > of two PATCHes at once one wins, and the file is whole',
      'one upload, several requests > who comes back before the server has noticed that the connection is dead goes on at once',
      'one upload, several requests > what came before a connection was lost is kept',
      'one upload, several requests > DELETE gives it up, with its part and its room',
      'after a crash > between the last byte and the row: it is whole when it is asked for',
      'after a crash > parts are there at the next start; nothing of them is served',
      'parts that nobody continued go after a day',
    ],
  },
  {
    why: 'Workers of the site sweep as well.',
    titles: ['what is deleted > is gone with its bytes, also when the server dies right after the commit'],
  },
  {
    why: 'A visitor has no cookie of their own changes: a view is seen elsewhere when its signal has come.',
    titles: ['what changes is seen at once, by everybody'],
  },
  {
    why: 'nginx asks nobody whether it is ready: what it sends in the instant in which a process closes is lost now and then.',
    titles: ['restarting one process after another loses no request'],
  },
  {
    why: 'What stands between a test and the site (relay.ts) sends nothing on once there is a reply.',
    titles: ['the bytes of a person > a sender that is refused halfway can send the rest, and reads why'],
  },
  {
    why: 'They call from addresses of others; here all calls come from this machine.',
    titles: [
      'asking about uploads > HEAD is limited for each upload and for each address',
      'asking about uploads > OPTIONS is limited for each upload and for each address',
      'asking about uploads > small pieces are limited for each upload and for each address, large ones are not',
    ],
  },
]
