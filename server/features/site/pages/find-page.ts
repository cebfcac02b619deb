import { ignoreOutage } from '../../../db/outage.ts'
import type { PageHead } from './heads/page-head.ts'

export interface Page {
  status: 200 | 404
  head: PageHead
}

/**
 * Returns the page that describes a subject, or a 404. If the database is unavailable, the page is served without a
 * description.
 */
export async function findPage<Subject>(
  reading: Promise<Subject | undefined>,
  describe: (subject: Subject) => PageHead,
  notFound: PageHead,
): Promise<Page> {
  try {
    const subject = await reading
    return subject ? { status: 200, head: describe(subject) } : { status: 404, head: notFound }
  } catch (error) {
    ignoreOutage(error)
    return { status: 200, head: {} }
  }
}
