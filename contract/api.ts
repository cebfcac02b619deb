import * as auth from './auth.ts'
import * as comments from './comments.ts'
import * as creators from './creators.ts'
import * as follows from './follows.ts'
import * as likes from './likes.ts'
import * as notifications from './notifications.ts'
import { reportBroken } from './report-broken.ts'
import * as reports from './reports.ts'
import * as sitePages from './site-pages.ts'
import * as uploads from './uploads.ts'
import * as users from './users.ts'
import * as videos from './videos.ts'
import * as views from './views.ts'

/** Every call of the API, by the feature it belongs to. */
export const api = {
  auth: pick(auth, ['getOwnUser', 'register', 'login', 'logout']),
  users: pick(users, ['listUsers', 'getUserByUsername', 'getUser', 'updateUser']),
  follows: pick(follows, ['followUser', 'unfollowUser', 'getIsFollowing', 'listFollowers', 'listFollowing']),
  creators: pick(creators, ['listCreators']),
  videos: pick(videos, [
    'listVideos',
    'listUserVideos',
    'listLikedVideos',
    'getVideo',
    'createVideo',
    'updateVideo',
    'deleteVideo',
    'retryVideo',
  ]),
  likes: pick(likes, ['getIsLiked', 'likeVideo', 'unlikeVideo']),
  views: pick(views, ['countView']),
  reports: { ...pick(reports, ['reportVideo']), reportBroken },
  comments: pick(comments, ['listComments', 'createComment', 'deleteComment', 'likeComment', 'unlikeComment']),
  notifications: pick(notifications, [
    'listNotifications',
    'getUnreadCount',
    'streamNotifications',
    'markNotificationRead',
    'markAllNotificationsRead',
  ]),
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
