import { buttonClass } from '../ui/button.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { SignInLink } from './sign-in/sign-in.tsx'
import { useOwnUser } from './viewer.queries.ts'

/**
 * The page for unknown addresses at an address for staff. A visitor may be a moderator who has opened the link of an
 * alert, so they can sign in.
 */
export function StaffNotFoundPage() {
  const user = useOwnUser()
  return (
    <NotFoundPage>{user === null && <SignInLink className={buttonClass('quiet')}>Sign in</SignInLink>}</NotFoundPage>
  )
}
