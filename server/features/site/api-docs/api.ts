import * as account from '../../../../contract/account/account.ts'
import * as deletion from '../../../../contract/account/deletion.ts'
import * as email from '../../../../contract/account/email.ts'
import * as recovery from '../../../../contract/account/recovery.ts'
import * as accountEvents from '../../../../contract/account/account-events.ts'
import * as devices from '../../../../contract/account/devices.ts'
import { changePassword, listCommonPasswords } from '../../../../contract/account/password.ts'
import * as passkeys from '../../../../contract/account/passkeys.ts'
import * as exports from '../../../../contract/account/export.ts'
import * as joining from '../../../../contract/account/registration-approval.ts'
import * as overview from '../../../../contract/site/overview.ts'
import * as people from '../../../../contract/site/people.ts'
import * as siteSettings from '../../../../contract/site/settings.ts'
import * as staffLog from '../../../../contract/site/staff-log.ts'
import * as auth from '../../../../contract/account/sign-in.ts'
import * as comments from '../../../../contract/social/comments.ts'
import * as creators from '../../../../contract/social/creators.ts'
import * as search from '../../../../contract/discovery/search.ts'
import { listHiddenVideos } from '../../../../contract/videos/hiding.ts'
import * as lineage from '../../../../contract/videos/lineage.ts'
import * as similar from '../../../../contract/discovery/similar.ts'
import * as tags from '../../../../contract/discovery/tags.ts'
import * as follows from '../../../../contract/social/follows.ts'
import * as counterNotices from '../../../../contract/moderation/counter-notices.ts'
import * as decisions from '../../../../contract/moderation/decisions.ts'
import * as pendingComments from '../../../../contract/moderation/pending-comments.ts'
import * as likes from '../../../../contract/social/likes.ts'
import * as log from '../../../../contract/moderation/log.ts'
import { listOwnWaiting } from '../../../../contract/moderation/own-pending.ts'
import * as following from '../../../../contract/discovery/following.ts'
import * as rising from '../../../../contract/discovery/rising.ts'
import * as notifications from '../../../../contract/social/notifications.ts'
import * as cases from '../../../../contract/moderation/cases.ts'
import { removeVideoPermanently } from '../../../../contract/moderation/permanent-removal.ts'
import * as notices from '../../../../contract/moderation/takedown-notices.ts'
import * as outcomes from '../../../../contract/moderation/report-outcomes.ts'
import * as provenance from '../../../../contract/videos/provenance.ts'
import * as publishing from '../../../../contract/videos/publishing.ts'
import { reportBroken } from '../../../../contract/videos/report-broken.ts'
import * as relations from '../../../../contract/social/mutes-and-blocks.ts'
import * as reposts from '../../../../contract/videos/duplicates.ts'
import * as reports from '../../../../contract/moderation/reports.ts'
import * as sitePages from '../../../../contract/site/static-pages.ts'
import * as uploads from '../../../../contract/videos/uploads.ts'
import * as users from '../../../../contract/social/profiles.ts'
import * as videos from '../../../../contract/videos/videos.ts'
import * as views from '../../../../contract/social/views.ts'

/** All endpoints of the API, grouped by feature. */
export const api = {
  auth: pick(auth, ['getOwnUser', 'register', 'login', 'confirmPassword', 'logout']),
  account: {
    ...pick(account, ['getAccount']),
    ...pick(deletion, ['requestDeletion', 'keepAccount']),
    ...pick(email, ['changeEmail', 'sendVerification', 'redeemEmailToken']),
    ...pick(recovery, ['makeRecoveryCodes', 'recover', 'requestReset', 'resetPassword']),
    ...pick(accountEvents, ['listAccountEvents', 'markAccountEventsSeen']),
    ...pick(devices, ['listDevices', 'endDevice', 'endOtherDevices']),
    changePassword,
    listCommonPasswords,
    ...pick(exports, ['getExport', 'getExportPart']),
  },
  passkeys: pick(passkeys, [
    'createPasskeyChallenge',
    'listPasskeys',
    'addPasskey',
    'renamePasskey',
    'removePasskey',
    'changePasskeysOnly',
    'loginWithPasskey',
    'confirmWithPasskey',
  ]),
  users: pick(users, ['listUsers', 'getUserByUsername', 'getUser', 'updateUser', 'checkUsername']),
  follows: pick(follows, ['followUser', 'unfollowUser', 'getIsFollowing', 'listFollowers', 'listFollowing']),
  relations: pick(relations, ['muteUser', 'unmuteUser', 'blockUser', 'unblockUser', 'listMuted']),
  creators: pick(creators, ['listCreators']),
  videos: {
    ...pick(videos, ['listVideos', 'listUserVideos', 'getVideo']),
    ...pick(publishing, ['createVideo', 'updateVideo', 'deleteVideo', 'retryVideo']),
    ...pick(likes, ['listLikedVideos']),
    listHiddenVideos,
  },
  search: pick(search, ['searchVideos', 'suggestSearches']),
  similar: pick(similar, ['listSimilarVideos']),
  provenance: pick(provenance, ['getProvenance', 'getTrustLists']),
  lineage: pick(lineage, ['getLineage', 'getAncestors', 'listRemixes']),
  reposts: pick(reposts, ['findMatches', 'getFirstHere', 'disputeFirst', 'answerDispute']),
  tags: pick(tags, ['getTag', 'listTagVideos', 'getTool', 'listToolVideos']),
  following: pick(following, ['listFollowingVideos', 'markFollowingSeen']),
  rising: pick(rising, ['listRisingVideos', 'getFeedAlgorithm']),
  likes: pick(likes, ['getIsLiked', 'likeVideo', 'unlikeVideo']),
  views: pick(views, ['countView']),
  reports: {
    ...pick(reports, ['reportVideo', 'reportComment', 'reportAccount']),
    ...pick(outcomes, ['getReport', 'listOwnReports']),
    reportBroken,
  },
  cases: { ...pick(cases, ['listCases', 'getCase', 'claimCase', 'unclaimCase']), removeVideoPermanently },
  notices: pick(notices, ['sendTakedownNotice', 'getTakedownNotice']),
  comments: {
    ...pick(comments, ['listComments', 'createComment', 'deleteComment', 'likeComment', 'unlikeComment']),
    listOwnWaiting,
  },
  pendingComments: pick(pendingComments, [
    'listPendingComments',
    'listWaitingBelow',
    'releaseComment',
    'decideSameWords',
  ]),
  notifications: pick(notifications, [
    'listNotifications',
    'getUnreadCount',
    'streamNotifications',
    'markNotificationRead',
    'markAllNotificationsRead',
  ]),
  people: pick(people, ['claimSite', 'changeRole', 'makeResetLink', 'listPeople']),
  admin: { ...pick(overview, ['getOverview', 'removeSamples']), ...pick(staffLog, ['listStaffLog']) },
  joining: pick(joining, ['getJoinRequest', 'requestApproval', 'approveRegistration', 'rejectRegistration']),
  siteSettings: pick(siteSettings, ['getSite', 'getSiteSettings', 'changeSiteSettings']),
  log: pick(log, ['listLog', 'exportStatements']),
  decisions: pick(decisions, [
    'decideCase',
    'decideUnasked',
    'liftDecision',
    'listAppeals',
    'answerAppeal',
    'listStatements',
    'markStatementSeen',
    'appealDecision',
  ]),
  counterNotices: pick(counterNotices, ['sendCounterNotice', 'markCourtAction']),
  sitePages: pick(sitePages, ['getSitePage']),
  uploads: pick(uploads, [
    'createUpload',
    'putUpload',
    'beginUpload',
    'findUploadOffset',
    'continueUpload',
    'cancelUpload',
    'getObject',
    'setAvatar',
  ]),
}

function pick<Module, Name extends keyof Module>(module: Module, names: Name[]): Pick<Module, Name> {
  return Object.fromEntries(names.map((name) => [name, module[name]])) as Pick<Module, Name>
}
