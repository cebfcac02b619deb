import type { OperationName } from '../clients/contract-calls.ts'

/**
 * The cost of each call that a visitor may make, and its limits. A read is from
 * - memory: without a database query
 * - cache: without a database query when repeated within a second (objects, logs, similar clips and trending topics
 *   longer)
 * - index: by a fixed number of queries, each for a row by its key or a page by an index
 * - search: through the search guard, which limits searches per address, concurrent searches and their duration.
 *
 * A change counts against its network address and against its account, except uploads to signed addresses.
 */
const table = `
register                  change   address-changes address-registrations
checkInvitation           change   address-changes
login                     change   address-changes address-sign-in
loginWithPasskey          change   address-changes
logout                    change   address-changes
redeemEmailToken          change   address-changes
recover                   change   address-changes address-sign-in
requestReset              change   address-changes address-reset-emails
resetPassword             change   address-changes
checkResetLink            change   address-changes
countView                 change   address-changes
reportVideo               change   address-changes address-reports
reportComment             change   address-changes address-reports
reportAccount             change   address-changes address-reports
reportBroken              change   address-broken-reports address-changes
sendTakedownNotice        change   address-changes address-takedown-notices
putUpload                 change
beginUpload               change
continueUpload            change   address-upload-pieces
cancelUpload              change
findUploadOffset          change   address-upload-queries

searchVideos              search   address-searches
suggestSearches           search   address-suggestions
listCreators              cache

listCommonPasswords       memory
getFeedAlgorithm          memory
getTrustLists             memory
getSitePage               memory
getSite                   cache
getObject                 cache
listVideos                cache
listUserVideos            cache
listRisingVideos          cache
listTagVideos             cache
listToolVideos            cache
listRemixes               cache
listSimilarVideos         cache
listComments              cache
getVideo                  cache
getLineage                cache
getAncestors              cache
getTrending               cache
getTag                    cache
getTool                   cache
listLog                   cache
listUsers                 index
getUserByUsername         index
getUser                   index
getIsFollowing            index
listFollowers             index
listFollowing             index
getIsLiked                index
getProvenance             index
getFirstHere              index
getReport                 index
getTakedownNotice         index
`

export const publicCalls = table
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [operation, cost, ...limits] = line.split(/ +/)
    return { operation: operation as OperationName, cost: cost as keyof typeof queriesMax | 'change', limits }
  })

/** The limits on a signed-in caller's own account, besides that on all changes. The deep run calls those for staff. */
export const accountLimits: Partial<Record<OperationName, string>> = {
  changeEmail: 'account-email-changes',
  checkUsername: 'account-username-checks',
  changePassword: 'account-notified-changes',
  makeRecoveryCodes: 'account-notified-changes',
  addPasskey: 'account-notified-changes',
  changePasskeysOnly: 'account-notified-changes',
  requestDeletion: 'account-notified-changes',
  setAvatar: 'account-avatars',
  createUpload: 'account-uploads',
  findMatches: 'account-matches',
  retryVideo: 'account-retries',
  createComment: 'account-comments',
  followUser: 'account-follows',
  reportVideo: 'account-reports',
  reportComment: 'account-reports',
  reportAccount: 'account-reports',
  appealDecision: 'account-appeals',
  sendCounterNotice: 'account-appeals',
  decideCase: 'account-decisions',
  decideUnasked: 'account-decisions',
  decideSameWords: 'account-decisions',
  liftDecision: 'account-decisions',
  answerAppeal: 'account-decisions',
  answerDispute: 'account-decisions',
  undoBatch: 'account-decisions',
  makeBatch: 'account-batches',
  removeVideoPermanently: 'account-permanent-removals',
  deleteAccount: 'account-permanent-removals',
}

/** Maximum number of queries of a read that is repeated within a second. */
export const queriesMax = { memory: 0, cache: 0, index: 6, search: 0 }
