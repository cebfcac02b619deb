import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

const counters = new AsyncLocalStorage<{ queries: number }>()

/** Makes `countQueries` count the queries of a database. */
export const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const counter = counters.getStore()
    if (counter) counter.queries++
    return node
  },
  transformResult: async ({ result }) => result,
}

export async function countQueries(task: () => Promise<unknown>): Promise<number> {
  const counter = { queries: 0 }
  // The function is `async`, because an injected request begins only when it is awaited.
  await counters.run(counter, async () => await task())
  return counter.queries
}
