import type { OperationName } from '../clients/contract-calls.ts'

/**
 * The reply to every operation for these callers: a visitor, a stranger, the owner of the subject, the owner in a
 * browser where they have signed out, a moderator, an admin, the owner while restricted, the owner while suspended, and
 * a person blocked by the owner. The last columns are the replies to a stranger, the owner and a moderator after the
 * video has been hidden.
 */
const table = `
operation                 about            visitor stranger owner ended moderator admin restricted suspended blocked   hidden: stranger owner moderator

getOwnUser                nothing          401     200      200   401   200       200   200        200       200
register                  a new account    201     201      201   201   201       201   201        201       201
login                     credentials      200     200      200   200   200       200   200        200       200
confirmPassword           their password   401     204      204   401   204       204   204        204       204
logout                    nothing          204     204      204   204   204       204   204        204       204

getAccount                nothing          401     200      200   401   200       200   200        200       200
changeEmail               a new address    401     204      204   401   204       204   204        204       204
sendVerification          nothing          401     202      202   401   202       202   202        202       202
redeemEmailToken          a mailed token   200     200      200   200   200       200   200        200       200
makeRecoveryCodes         nothing          401     201      201   401   201       201   201        201       201
recover                   a recovery code  200     200      200   200   200       200   200        200       200
requestReset              an address       202     202      202   202   202       202   202        202       202
resetPassword             a reset link     204     204      204   204   204       204   204        204       204
checkResetLink            a reset token    204     204      204   204   204       204   204        204       204
listAccountEvents         nothing          401     200      200   401   200       200   200        200       200
markAccountEventsSeen     an event         401     204      204   401   204       204   204        204       204
listDevices               nothing          401     200      200   401   200       200   200        200       200
endDevice                 another device   401     404      204   401   404       404   204        204       404
endOtherDevices           nothing          401     204      204   401   204       204   204        204       204
changePassword            a new password   401     204      204   401   204       204   204        204       204
listCommonPasswords       nothing          200     200      200   200   200       200   200        200       200
requestDeletion           their own name   401     400      200   401   400       400   200        200       400
keepAccount               nothing          401     204      204   401   204       204   204        204       204
createPasskeyChallenge    adding one       401     200      200   401   200       200   200        200       200
listPasskeys              nothing          401     200      200   401   200       200   200        200       200
addPasskey                a new passkey    401     401      201   401   401       401   201        201       401
renamePasskey             their passkey    401     404      200   401   404       404   200        200       404
removePasskey             their passkey    401     404      204   401   404       404   204        204       404
changePasskeysOnly        the password     401     204      204   401   204       204   204        204       204
loginWithPasskey          their signature  200     200      200   200   200       200   200        200       200
confirmWithPasskey        their answer     401     401      204   401   401       401   204        204       401
getExport                 nothing          401     200      200   401   200       200   200        200       200
getExportPart             a part of theirs 401     404      200   401   404       404   200        200       404

listUsers                 nothing          200     200      200   200   200       200   200        200       200
getUserByUsername         the name         200     200      200   200   200       200   200        200       200
getUser                   the owner        200     200      200   200   200       200   200        200       200
updateUser                the owner        401     403      200   401   403       403   403        403       403
checkUsername             the name         401     200      200   401   200       200   200        200       200

followUser                the owner        401     200      400   401   200       200   403        403       403
unfollowUser              the owner        401     200      200   401   200       200   200        200       200
getIsFollowing            two people       200     200      200   200   200       200   200        200       200
listFollowers             the owner        200     200      200   200   200       200   200        200       200
listFollowing             the owner        200     200      200   200   200       200   200        200       200
muteUser                  the stranger     401     400      200   401   200       200   200        200       400
unmuteUser                the stranger     401     200      200   401   200       200   200        200       200
blockUser                 the stranger     401     400      200   401   200       200   200        200       400
unblockUser               the stranger     401     200      200   401   200       200   200        200       200
listMuted                 nothing          401     200      200   401   200       200   200        200       200
listCreators              nothing          200     200      200   200   200       200   200        200       200
searchVideos              nothing          200     200      200   200   200       200   200        200       200
suggestSearches           nothing          200     200      200   200   200       200   200        200       200

listVideos                nothing          200     200      200   200   200       200   200        200       200       200              200   200
listUserVideos            their videos     200     200      200   200   200       200   200        200       200       200              200   200
listLikedVideos           the owner        401     403      200   401   403       403   200        200       403       403              200   403
listHiddenVideos          nothing          401     200      200   401   200       200   200        200       200       200              200   200
listFollowingVideos       nothing          401     200      200   401   200       200   200        200       200       200              200   200
markFollowingSeen         the newest       401     204      204   401   204       204   204        204       204
listRisingVideos          nothing          200     200      200   200   200       200   200        200       200       200              200   200
getFeedAlgorithm          nothing          200     200      200   200   200       200   200        200       200
getTrustLists             nothing          200     200      200   200   200       200   200        200       200
getVideo                  the video        200     200      200   200   200       200   200        200       200       404              200   200
listSimilarVideos         the video        200     200      200   200   200       200   200        200       200       404              200   200
getProvenance             the video        200     200      200   200   200       200   200        200       200       404              200   200
getLineage                the video        200     200      200   200   200       200   200        200       200       404              200   200
getAncestors              the video        200     200      200   200   200       200   200        200       200       404              200   200
listRemixes               the video        200     200      200   200   200       200   200        200       200       404              200   200
findMatches               frames           401     200      200   401   200       200   200        200       200
getFirstHere              the video        200     200      200   200   200       200   200        200       200       404              200   200
disputeFirst              a found repost   401     403      200   401   403       403   403        403       403       404              200   404
answerDispute             a disputed case  401     403      403   401   204       204   403        403       403
createVideo               their clip       401     400      201   401   400       400   403        403       400
updateVideo               the video        401     403      200   401   403       403   403        403       403       404              200   404
deleteVideo               the video        401     403      204   401   403       403   204        204       403       404              204   404
retryVideo                the video        401     403      200   401   403       403   403        403       403       404              200   404

getTrending               nothing          200     200      200   200   200       200   200        200       200       200              200   200
getTag                    a tag of theirs  200     200      200   200   200       200   200        200       200       200              200   200
listTagVideos             a tag of theirs  200     200      200   200   200       200   200        200       200       200              200   200
getTool                   their tool       200     200      200   200   200       200   200        200       200       200              200   200
listToolVideos            their tool       200     200      200   200   200       200   200        200       200       200              200   200

getIsLiked                the video        200     200      200   200   200       200   200        200       200       404              200   404
likeVideo                 the video        401     200      200   401   200       200   403        403       403       404              200   404
unlikeVideo               the video        401     200      200   401   200       200   200        200       200       404              200   404
countView                 the video        200     200      200   200   200       200   200        200       200       404              200   404
reportVideo               the video        201     201      201   201   201       201   201        201       201       404              201   404
reportComment             the comment      201     201      400   201   201       201   400        400       201       404              400   404
reportAccount             the owner        201     201      400   201   201       201   400        404       201
getReport                 the report       200     200      200   200   200       200   200        200       200
listOwnReports            nothing          401     200      200   401   200       200   200        200       200
listOwnWaiting            nothing          401     200      200   401   200       200   200        200       200
reportBroken              the video        200     200      200   200   200       200   200        200       200       404              200   200

listComments              the video        200     200      200   200   200       200   200        200       200       404              200   200
createComment             the video        401     201      201   401   201       201   403        403       403       404              201   404
deleteComment             the comment      401     403      204   401   403       403   204        204       403       404              204   404
likeComment               the comment      401     200      200   401   200       200   403        403       403       404              200   404
unlikeComment             the comment      401     200      200   401   200       200   200        200       200       404              200   404

sendTakedownNotice        a clip of theirs 201     201      201   201   201       201   201        201       201       201              201   201
getTakedownNotice         the notice       200     200      200   200   200       200   200        200       200
listCases                 nothing          401     403      403   401   200       200   403        403       403       403              403   200
getCase                   the case         401     403      403   401   200       200   403        403       403       403              403   200
claimCase                 the case         401     403      403   401   200       200   403        403       403       403              403   200
removeVideoPermanently    the case         401     403      403   401   403       204   403        403       403       403              403   403
unclaimCase               the case         401     403      403   401   204       204   403        403       403       403              403   204

decideCase                the case         401     403      403   401   201       201   403        403       403
decideUnasked             a clip           401     403      403   401   201       201   403        403       403
makeBatch                 some accounts    401     403      403   401   200       200   403        403       403
listBatches               nothing          401     403      403   401   200       200   403        403       403
undoBatch                 their selection  401     403      403   401   200       200   403        403       403
liftDecision              a decision       401     403      403   401   200       200   403        403       403
listAppeals               nothing          401     403      403   401   200       200   403        403       403
answerAppeal              an appeal        401     403      403   401   200       403   403        403       403
listStatements            nothing          401     200      200   401   200       200   200        200       200
markStatementSeen         a decision       401     404      204   401   404       404   204        204       404
appealDecision            a decision       401     404      201   401   404       404   201        201       404
sendCounterNotice         a copyright decision 401 404      201   401   404       404   201        201       404
markCourtAction           an answered notice 401    403      403   401   403       204   403        403       403

listPendingComments       nothing          401     403      403   401   200       200   403        403       403
listWaitingBelow          the video        401     403      200   401   403       403   200        200       403       404              200   404
decideSameWords           a pending comment 401    403      403   401   201       201   403        403       403
releaseComment            a pending comment 401    404      200   401   200       200   403        403       404       404              200   200

listNotifications         nothing          401     200      200   401   200       200   200        200       200
getUnreadCount            nothing          401     200      200   401   200       200   200        200       200
streamNotifications       nothing          401     200      200   401   200       200   200        200       200
markNotificationRead      the notification 401     404      204   401   404       404   204        204       404
markAllNotificationsRead  nothing          401     204      204   401   204       204   204        204       204

getOwnStorage             nothing          401     200      200   401   200       200   200        200       200
createUpload              nothing          401     200      200   401   200       200   403        403       200
putUpload                 a signed address 200     200      200   200   200       200   200        200       200
beginUpload               a resumable address 201     201      201   201   201       201   201        201       201
findUploadOffset          an upload under way 200     200      200   200   200       200   200        200       200
continueUpload            an upload under way 204     204      204   204   204       204   204        204       204
cancelUpload              an upload under way 204     204      204   204   204       204   204        204       204

deleteAccount             whom to delete   401     403      403   401   403       200   403        403       403
restoreAccount            whom to restore  401     403      403   401   403       204   403        403       403
claimSite                 a link of the console 401  200    200   401   200       200   403        403       200
getOverview               nothing          401     403      403   401   403       200   403        403       403
removeSamples             nothing          401     403      403   401   403       200   403        403       403
listPeople                nothing          401     403      403   401   200       200   403        403       403
selectPeople              a filter         401     403      403   401   200       200   403        403       403
changeStorageLimit        a limit for the owner 401 403     403   401   403       200   403        403       403
listStaffLog              nothing          401     403      403   401   403       200   403        403       403
resetLimits               a moderator      401     403      403   401   403       204   403        403       403
makeResetLink             the owner        401     403      403   401   403       201   403        403       403
changeRole                the owner as a member 401  403    403   401   403       200   403        403       403

getSite                   nothing          200     200      200   200   200       200   200        200       200
getSiteSettings           nothing          401     403      403   401   403       200   403        403       403
changeSiteSettings        a setting        401     403      403   401   403       200   403        403       403

getApprovalRequest        nothing          401     200      200   401   200       200   200        200       200
requestApproval           a reason         401     409      409   401   409       409   409        409       409
approveRegistration       a waiting account 401    403      403   401   403       204   403        403       403
rejectRegistration        whom to refuse   401     403      403   401   403       204   403        403       403
createInvitation          nothing          401     403      403   401   403       201   403        403       403
listInvitations           nothing          401     403      403   401   403       200   403        403       403
revokeInvitation          an invitation    401     403      403   401   403       204   403        403       403
checkInvitation           a link to join   204     204      204   204   204       204   204        204       204

getSitePage               a page           200     200      200   200   200       200   200        200       200
listLog                   nothing          200     200      200   200   200       200   200        200       200
exportStatements          nothing          401     403      403   401   403       200   403        403       403
getObject                 the file         200     200      200   200   200       200   200        200       200       404              200   200
setAvatar                 their picture    401     400      200   401   400       400   403        403       400
`

export const askers = [
  'visitor',
  'stranger',
  'owner',
  'ended',
  'moderator',
  'admin',
  'restricted owner',
  'suspended owner',
  'blocked stranger',
  'hidden from stranger',
  'hidden from owner',
  'hidden from moderator',
] as const
export type Asker = (typeof askers)[number]

export const rows = table
  .split('\n')
  .filter((line) => /^\w+ .*\d{3}/.test(line))
  .map((line) => {
    const [, operation, about, statuses] = /^(\w+) +(\w+(?: \w+)*?) +(\d{3}.*)$/.exec(line) ?? []
    return { operation: operation as OperationName, about: about!, statuses: statuses!.trim().split(/ +/).map(Number) }
  })
