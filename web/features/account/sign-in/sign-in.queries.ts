import { useQueryClient } from '@tanstack/react-query'
import { loginWithPasskey, type PasskeyAnswer } from '../../../../contract/account/passkeys.ts'
import { login, type LoginBody, register, type RegisterBody } from '../../../../contract/account/sign-in.ts'
import { getSite } from '../../../../contract/site/settings.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { site } from '../../../page/site.ts'
import { showErrorToast, showToast, showToastBeforeDialog } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { describeFailure } from '../../../passkeys/describe-failure.ts'
import { replaceUser } from '../../../viewer/viewer.queries.ts'
import { needsProfile } from '../../social/profiles/edit/create-profile-gate.tsx'
import { invitationToken, type OpenInvitation } from './invitation.ts'

/** A callback that runs after a successful sign-in, before the page shows the user as signed in. It never rejects. */
type OnSignedIn = (user: OwnUser) => Promise<void>

/** Returns a function that welcomes a user and lets the page show them as signed in. */
function useWelcome(onSignedIn: OnSignedIn) {
  const client = useQueryClient()
  return async (user: OwnUser, ...toast: Parameters<typeof showToastBeforeDialog>) => {
    // People whose account is being deleted read a question about that.
    if (user.standing !== 'leaving') (needsProfile(user) ? showToastBeforeDialog : showToast)(...toast)
    await onSignedIn(user)
    replaceUser(client, user)
  }
}

export function useLogin(onSignedIn: OnSignedIn) {
  const welcome = useWelcome(onSignedIn)
  return {
    submit: async (body: LoginBody) => welcome(await call(login, { body }), ...welcomeBack),
    onError: toastFailure('Login failed', 'Invalid email or password'),
  }
}

/** Signs in with a passkey. The mutation takes the browser's answer to the challenge. */
export function usePasskeyLogin(onSignedIn: OnSignedIn) {
  const welcome = useWelcome(onSignedIn)
  return useAction({
    mutationFn: async (answer: Promise<PasskeyAnswer>) => call(loginWithPasskey, { body: await answer }),
    onSuccess: (user) => welcome(user, ...welcomeBack),
    onError: (error) => {
      const sentence = describeFailure(error)
      if (sentence) showErrorToast('Login failed', sentence)
    },
  })
}

const welcomeBack = ['Welcome back!', 'You have successfully logged in.'] as const

export function useRegister(onSignedIn: OnSignedIn, invitation: OpenInvitation | undefined) {
  const welcome = useWelcome(onSignedIn)
  return {
    submit: async (body: RegisterBody) => {
      const user = await call(register, { body: invitation ? { ...body, invitation: invitation.token } : body })
      await welcome(user, `Welcome to ${site.siteName}!`, 'Your account has been created successfully.')
      invitationToken.discard()
    },
    onError: (error: Error) => {
      toastFailure('Registration failed', 'Please check your information and try again')(error)
      // The link may have been used up or revoked meanwhile.
      invitation?.recheck()
    },
  }
}

/** The settings of the site that visitors can read, such as its registration mode. */
export const siteQuery = endpointQuery(getSite, {}, { staleTime: 0 })
