import { shareLink } from '../../../page/share.ts'
import { site } from '../../../page/site.ts'

/** Opens the device's share sheet with the profile's link, or copies the link where there is none. */
export function shareProfile(username: string, name: string): Promise<void> {
  return shareLink({
    url: `${location.origin}/profile/${username}`,
    title: `${name} on ${site.siteName}`,
    text: `AI-generated videos by ${name}`,
    copied: ['Profile link copied!', 'The profile URL has been copied to your clipboard.'],
    notCopied: 'Share profile',
  })
}
