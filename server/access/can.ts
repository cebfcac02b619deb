import type { Role, Standing } from '../../contract/social/profiles.ts'

/** A signed-in person, as they are at this request. */
export interface Person {
  id: string
  role: Role
  standing: Standing
  /** Until when they may make and change nothing; null: until somebody lifts it, or while they wait. */
  standingUntil: string | null
  /** Whether they have proved who they are within the last ten minutes. */
  isConfirmed: boolean
  /** Whether they look after a site that asks its staff for passkeys, and have none. */
  lacksPasskey: boolean
  /** Whether they have muted or blocked anybody. Who has not costs no further question. */
  hasMuted: boolean
}

/** Who is asking: the signed-in person, or nobody. */
export type Viewer = Person | undefined

/** As much of them as a rule asks for. Without a role they are a member. */
export type Asker = (Pick<Person, 'id'> & Partial<Pick<Person, 'role'>>) | undefined

/** What somebody made: a video, or the bytes of one. Objects that the server made for itself have no owner. */
interface Owned {
  ownerId: string | null
}

interface Hideable extends Owned {
  isHidden: boolean
}

/** A comment has an author, and hangs below somebody's video. */
interface Comment {
  authorId: string
  video: Owned
}

/** What belongs to a person alone, such as the list of their likes. */
interface Personal {
  personId: string
}

/** Whether they look after the site. */
export function isStaff(viewer: Asker): boolean {
  return viewer?.role === 'moderator' || viewer?.role === 'admin'
}

const owns = (viewer: Asker, { ownerId }: Owned) => viewer !== undefined && viewer.id === ownerId

/** One line an action: who may do it. */
const rules = {
  // Staff see what they judge.
  see: (viewer: Asker, thing: Hideable) => !thing.isHidden || owns(viewer, thing) || isStaff(viewer),
  /** A person's page. */
  seePerson: (viewer: Asker, { personId, isHidden }: Personal & { isHidden: boolean }) =>
    !isHidden || viewer?.id === personId || isStaff(viewer),
  deleteComment: (viewer: Asker, { authorId, video }: Comment) => viewer?.id === authorId || owns(viewer, video),
  seeLikes: (viewer: Asker, { personId }: Personal) => viewer?.id === personId,
  editProfile: (viewer: Asker, { personId }: Personal) => viewer?.id === personId,
}

type Rules = typeof rules

/**
 * Whether somebody may do something. Statements that change rows check the same in their own `where`, so that nothing
 * can come between; what they refuse is explained by this.
 */
export function can<Action extends keyof Rules>(
  viewer: Asker,
  action: Action,
  subject: Parameters<Rules[Action]>[1],
): boolean {
  return (rules[action] as (viewer: Asker, subject: unknown) => boolean)(viewer, subject)
}
