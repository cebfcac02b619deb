import { queryOptions } from '@tanstack/react-query'
import { getAccount } from '../../contract/account/account.ts'
import { call } from '../net/api.ts'
import { personal } from './viewer-cache.ts'

/** The account of the signed-in user. */
export const accountQuery = queryOptions({
  queryKey: ['/api/account'],
  queryFn: ({ signal }) => call(getAccount, {}, { signal }),
  meta: personal,
  staleTime: 0,
})
