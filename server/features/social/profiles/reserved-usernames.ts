/** Usernames that would allow impersonating the site, or that look like one of its paths. */
export const reservedUsernames: ReadonlySet<string> = new Set(
  [
    ['about', 'admin', 'administrator', 'anonymous', 'api', 'auth', 'creators', 'embed', 'feed', 'help', 'login'],
    ['logout', 'me', 'mod', 'moderator', 'official', 'owner', 'profile', 'register', 'reverie', 'root', 'security'],
    ['settings', 'staff', 'support', 'system', 'team', 'upload', 'video'],
  ].flat(),
)
