import type { License, RemixPolicy } from '../../../../contract/videos/remixing.ts'

export const remixPolicyLabels: Record<RemixPolicy, string> = {
  everyone: 'Everyone',
  following: 'People I follow',
  nobody: 'No one',
}

export const licenses: Record<License, { label: string; url: string | null }> = {
  'CC0-1.0': { label: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  'CC-BY-4.0': { label: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { label: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'CC-BY-NC-4.0': { label: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  'CC-BY-NC-SA-4.0': { label: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  'CC-BY-ND-4.0': { label: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  'LicenseRef-all-rights-reserved': { label: 'All rights reserved', url: null },
}
