import { isDatabaseAway } from '../../../db/outage.ts'
import type { PageHead } from './page-head.ts'
import { unknownHead } from './screens.ts'

export interface Page {
  status: 200 | 404
  head: PageHead
}

/**
 * Returns the page's subject. If the database is unavailable, pages are served without a description of their subject.
 */
export async function found<Subject>(
  reading: Promise<Subject | undefined>,
  describe: (subject: Subject) => PageHead,
  notFound: PageHead,
): Promise<Page> {
  try {
    const subject = await reading
    return subject ? { status: 200, head: describe(subject) } : { status: 404, head: notFound }
  } catch (error) {
    unlessAway(error)
    return { status: 200, head: unknownHead }
  }
}

export function unlessAway(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error
}
