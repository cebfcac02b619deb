import { useQueryClient } from '@tanstack/react-query'
import Flag from 'lucide-react/icons/flag'
import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { MuteOrBlock, Profile } from '../../../../contract/social/profiles.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { copyText, shareOnDevice } from '../../../page/share.ts'
import { site } from '../../../page/site.ts'
import { showToast } from '../../../page/toast.ts'
import { profilePath } from '../../../people/person.ts'
import { findCachedProfile, profileByUsernameQuery } from '../../../people/profile-cache.ts'
import { Button, IconButton, ButtonLink } from '../../../ui/button.tsx'
import { VanishingButton } from '../../../ui/lists/vanishing-button.tsx'
import { useSignOut } from '../../../viewer/use-sign-out.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import { ModerateButton } from '../../moderation/decisions/moderate-button.tsx'
import { MuteOrBlockButton } from '../mutes-and-blocks/mute-or-block-button.tsx'
import { useMuteOrBlock } from '../mutes-and-blocks/use-mute-or-block.ts'

const EditProfileDialog = lazyPart(() => import('./edit/edit-profile-dialog.tsx'), 'EditProfileDialog')
const ReportDialog = lazyPart(() => import('../../moderation/reports/report-dialog.tsx'), 'ReportDialog')

export function ProfileActions({ profile, name }: { profile: Profile; name: string }) {
  const { username } = profile
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {username !== null && (
        <Button className="max-xl:w-11 max-xl:px-0!" onClick={() => void shareProfile(username, name)}>
          <Share2 className="size-4" />
          <span className="max-xl:sr-only">Share</span>
        </Button>
      )}
      {profile.isOwnProfile ? <OwnActions profile={profile} /> : <OthersActions profile={profile} name={name} />}
    </div>
  )
}

/** Actions on another person's profile. A blocked person cannot be followed, so Unblock replaces Follow. */
function OthersActions({ profile, name }: { profile: Profile; name: string }) {
  const [reporting, setReporting] = useState(false)
  const close = () => setReporting(false)
  const { relation } = profile
  return (
    <>
      {relation !== 'block' && <FollowButton person={profile} />}
      {relation && <UndoMuteOrBlockButton profile={profile} relation={relation} />}
      <MuteOrBlockButton person={profile} relation={relation} />
      <IconButton label="Report" onClick={() => setReporting(true)}>
        <Flag className="size-4" />
      </IconButton>
      <ModerateButton kind="account" id={profile.id} name={name} ownerId={profile.id} />
      {reporting && <ReportDialog kind="account" id={profile.id} name={name} onClose={close} />}
    </>
  )
}

function UndoMuteOrBlockButton({ profile, relation }: { profile: Profile; relation: MuteOrBlock }) {
  const { undoMuteOrBlock } = useMuteOrBlock()
  return (
    <VanishingButton className="max-sm:px-3" onClick={() => void undoMuteOrBlock(profile, relation)}>
      {relation === 'block' ? 'Unblock' : 'Unmute'}
    </VanishingButton>
  )
}

function OwnActions({ profile }: { profile: Profile }) {
  const { signOut, isPending, question } = useSignOut(profile.id)
  const followUsername = useFollowUsername()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Button className="max-sm:px-3" onClick={() => setEditing(true)}>
        Edit Profile
      </Button>
      <ButtonLink href="/settings" className="max-xl:w-11 max-xl:px-0!">
        <Settings className="size-4" />
        <span className="max-xl:sr-only">Settings</span>
      </ButtonLink>
      <Button variant="ghost" className="max-sm:px-3" pending={isPending} onClick={signOut}>
        Sign Out
      </Button>
      {question}
      {editing && (
        <EditProfileDialog
          profile={profile}
          onRenamed={(username) => followUsername(profile, username)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

/**
 * Returns a function to call after a change of the username. It updates the open profile's address and drops the old
 * username's cache entry.
 */
function useFollowUsername(): (before: Profile, username: string) => void {
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  return ({ id, username: former }, username) => {
    const profile = findCachedProfile(client, id)
    if (profile) client.setQueryData(profileByUsernameQuery(username).queryKey, { user: profile })
    // The user may have opened another page meanwhile.
    const isHere = path !== '/profile' && path === location.pathname
    if (isHere) navigate(profilePath(username) + location.search, { replace: true })
    if (former !== null) client.removeQueries(profileByUsernameQuery(former))
  }
}

/** Opens the device's share sheet with the profile's link. Without one, copies the link, or else shows it in a toast. */
async function shareProfile(username: string, name: string): Promise<void> {
  const url = location.origin + profilePath(username)
  const title = `${name} on ${site.siteName}`
  if (await shareOnDevice({ url, title, text: `AI-generated videos by ${name}` })) return
  const copied: [string, string] = ['Profile link copied!', 'The profile URL has been copied to your clipboard.']
  await copyText(url, copied, ['Share profile', url], showToast)
}
