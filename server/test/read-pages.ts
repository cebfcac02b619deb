import type { Caller } from './test-app.ts'

/** Requests the pages of a list, each one after the loop has handled the preceding one. `url` has a query. */
export async function* readPages<Page>(caller: Caller, url: string) {
  for (let cursor: string | null = ''; cursor !== null;) {
    const reply = await caller.get(url + (cursor && `&cursor=${cursor}`))
    const page = reply.json<Page & { nextCursor: string | null }>()
    yield page
    cursor = page.nextCursor
  }
}
