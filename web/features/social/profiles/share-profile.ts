import { shareLink } from '../../../page/share.ts'

/** Offers the link of a profile to the device's share sheet, else copies it. */
export function shareProfile(username: string, name: string): Promise<void> {
  return shareLink({
    url: `${location.origin}/profile/${username}`,
    title: `${name} on Reverie`,
    text: `AI-generated videos by ${name}`,
    copied: ['Profile link copied!', 'The profile URL has been copied to your clipboard.'],
    notCopied: 'Share profile',
  })
}
