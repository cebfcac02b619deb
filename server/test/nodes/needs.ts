import { hasNginx } from '../../../e2e/support/servers/nginx.ts'
import { hasSwift } from '../swift/has-swift.ts'
import { hasPostgres15 } from '../servers/system-postgres.ts'

const needs = [
  ...(hasPostgres15 ? [] : ['PostgreSQL 15']),
  ...(hasSwift ? [] : ['python3-swift']),
  ...(hasNginx ? [] : ['nginx']),
]

/** Why the tests of sites on several machines are skipped here, or `undefined` if they can run. */
export const notRun =
  needs.length === 0 ? undefined : `Not run: the site on several machines (this one has no ${needs.join(', no ')}).`
