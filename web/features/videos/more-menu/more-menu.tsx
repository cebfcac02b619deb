import { useQuery, useQueryClient } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import CodeXml from 'lucide-react/icons/code-xml'
import Copy from 'lucide-react/icons/copy'
import Flag from 'lucide-react/icons/flag'
import Keyboard from 'lucide-react/icons/keyboard'
import Repeat from 'lucide-react/icons/repeat-2'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import type { RefObject } from 'react'
import { useLocation } from 'wouter'
import type { MuteOrBlock } from '../../../../contract/social/profiles.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { showShortcuts } from '../../../page/keyboard/shortcuts.ts'
import { nameOf } from '../../../people/person.ts'
import { profileByIdQuery } from '../../../people/profile-cache.ts'
import { Menu, type MenuEntry } from '../../../ui/popovers/menu.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { useToggleFollow } from '../../social/follows/use-toggle-follow.ts'
import { useMuteOrBlock } from '../../social/mutes-and-blocks/use-mute-or-block.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'
import { remixPath } from '../lineage/remix-paths.ts'
import { copyPrompt } from '../video-info/copy-prompt.ts'
import type { MenuDialog } from './more-button.tsx'

interface MoreMenuProps {
  video: Video
  button: RefObject<HTMLButtonElement | null>
  open: (dialog: MenuDialog) => void
  onClose: () => void
}

/** The menu of less common actions for a video, with those that apply to the viewer and the clip. */
export function MoreMenu({ video, button, open, onClose }: MoreMenuProps) {
  const user = useOwnUser()
  const isOwner = user?.id === video.creator.id
  const mayRemix = useMayRemix(video, isOwner)
  const creator = useCreatorEntries(video, open)
  const [, navigate] = useLocation()
  const { prompt } = video

  const reuse: MenuEntry[] = []
  if (mayRemix) reuse.push({ label: 'Remix', Icon: Repeat, act: () => navigate(remixPath(video.id)) })
  if (prompt) reuse.push({ label: 'Copy prompt', Icon: Copy, act: () => void copyPrompt(prompt) })
  // Others could not watch a hidden clip in an embedded player.
  if (!video.isHidden) reuse.push({ label: 'Embed', Icon: CodeXml, act: () => open('embed') })

  const help: MenuEntry[] = []
  if (!matchMedia('(pointer: coarse)').matches) {
    help.push({ label: 'Keyboard shortcuts', Icon: Keyboard, act: showShortcuts })
  }

  const report: MenuEntry[] = isOwner ? [] : [{ label: 'Report', Icon: Flag, act: () => open('report') }]
  return <Menu label="More" button={button} groups={[reuse, [...creator, ...report], help]} onClose={onClose} />
}

/** Whether the viewer may remix the clip. Only the server knows whether its creator follows the viewer. */
function useMayRemix({ id, isHidden, remixPolicy }: Video, isOwner: boolean): boolean {
  const isForFollowed = remixPolicy === 'following' && !isOwner
  const { data } = useQuery({ ...lineageQuery(id), enabled: isForFollowed })
  if (isHidden) return false
  return isForFollowed ? data?.whyNoRemix === null : isOwner || remixPolicy === 'everyone'
}

/**
 * Returns the menu entries about the creator of the clip. Visitors get only Follow, which sends them to sign in.
 * Creators get none for themselves.
 */
function useCreatorEntries({ creator }: Video, open: MoreMenuProps['open']): MenuEntry[] {
  const user = useOwnUser()
  const client = useQueryClient()
  const toggleFollow = useToggleFollow()
  const { setMuteOrBlock, undoMuteOrBlock } = useMuteOrBlock()
  const isOwn = user?.id === creator.id
  const query = profileByIdQuery(creator.id)
  const { data } = useQuery({ ...query, refetchOnMount: true, enabled: !!user && !isOwn })
  if (isOwn) return []

  const name = nameOf(creator)
  const isFollowing = data?.user.isFollowing
  const toggle = async () => {
    // The toggle inverts the cached state, so it waits until the profile has arrived.
    if (user) await client.ensureQueryData(query).catch(() => undefined)
    toggleFollow({ ...creator, isFollowing })
  }
  const follow = {
    label: `${isFollowing ? 'Unfollow' : 'Follow'} ${name}`,
    Icon: isFollowing ? UserMinus : UserPlus,
    act: () => void toggle(),
  }
  if (!user) return [follow]

  const relation = data?.user.relation ?? null
  const undo = (kind: MuteOrBlock) => () => void undoMuteOrBlock(creator, kind)
  if (relation === 'block') return [{ label: `Unblock ${name}`, Icon: Ban, act: undo('block') }]
  const mute = () => void setMuteOrBlock(creator, 'mute', relation)
  return [
    follow,
    relation === 'mute'
      ? { label: `Unmute ${name}`, Icon: UserX, act: undo('mute') }
      : { label: `Mute ${name}`, Icon: UserX, act: mute },
    { label: `Block ${name}`, Icon: Ban, act: () => open('block') },
  ]
}
