/** Who is asking: the signed-in person, or nobody. */
export type Viewer = { id: string } | undefined

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

const owns = (viewer: Viewer, { ownerId }: Owned) => viewer !== undefined && viewer.id === ownerId

/** One line an action: who may do it. */
const rules = {
  see: (viewer: Viewer, thing: Hideable) => !thing.isHidden || owns(viewer, thing),
  deleteComment: (viewer: Viewer, { authorId, video }: Comment) => viewer?.id === authorId || owns(viewer, video),
  seeLikes: (viewer: Viewer, { personId }: Personal) => viewer?.id === personId,
  editProfile: (viewer: Viewer, { personId }: Personal) => viewer?.id === personId,
}

type Rules = typeof rules

/**
 * Whether somebody may do something. Statements that change rows check the same in their own `where`, so that nothing
 * can come between; what they refuse is explained by this.
 */
export function can<Action extends keyof Rules>(
  viewer: Viewer,
  action: Action,
  subject: Parameters<Rules[Action]>[1],
): boolean {
  return (rules[action] as (viewer: Viewer, subject: unknown) => boolean)(viewer, subject)
}
