import type { Role, AccountStatus } from '../../contract/account/users.ts'

/** A signed-in person, as read with this request. */
export interface Person {
  id: string
  role: Role
  standing: AccountStatus
  /** End of the restriction or suspension, or the time of the scheduled deletion. Null if there is none. */
  standingUntil: string | null
  /** Whether they have confirmed who they are within the last ten minutes. */
  isConfirmed: boolean
  /** Whether they are staff without a passkey on a site that requires one. */
  lacksPasskey: boolean
  /** Whether they have muted or blocked anyone. If not, no further query is needed. */
  hasMuted: boolean
}

/** The viewer: a signed-in person or a visitor. */
export type Viewer = Person | undefined

/** The fields of a person that the rules need. A person without a role is a member. */
export type Asker = (Pick<Person, 'id'> & Partial<Pick<Person, 'role'>>) | undefined

/** A video or an object. Objects that the server makes for itself have no owner. */
interface Owned {
  ownerId: string | null
}

/** Private data of a person, such as the list of their likes. */
interface Personal {
  personId: string
}

/** Whether the person is a moderator or an admin. */
export function isStaff(viewer: Asker): boolean {
  return viewer?.role === 'moderator' || viewer?.role === 'admin'
}

const owns = (viewer: Asker, { ownerId }: Owned) => viewer !== undefined && viewer.id === ownerId

/** The permissions, one line per action. */
const rules = {
  // Staff can see hidden things, in order to judge them.
  see: (viewer: Asker, thing: Owned & { isHidden: boolean }) =>
    !thing.isHidden || owns(viewer, thing) || isStaff(viewer),
  seePerson: (viewer: Asker, { personId, isHidden }: Personal & { isHidden: boolean }) =>
    !isHidden || viewer?.id === personId || isStaff(viewer),
  deleteComment: (viewer: Asker, { authorId, video }: { authorId: string; video: Owned }) =>
    viewer?.id === authorId || owns(viewer, video),
  seeLikes: (viewer: Asker, { personId }: Personal) => viewer?.id === personId,
  editProfile: (viewer: Asker, { personId }: Personal) => viewer?.id === personId,
}

type Rules = typeof rules

/**
 * Whether the viewer may perform an action. A statement that changes rows checks the same rule in its own `where`, so
 * that no race is possible. If it changed no row, this function tells why.
 */
export function can<Action extends keyof Rules>(
  viewer: Asker,
  action: Action,
  subject: Parameters<Rules[Action]>[1],
): boolean {
  return (rules[action] as (viewer: Asker, subject: unknown) => boolean)(viewer, subject)
}
