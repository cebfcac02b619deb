import './zod-config.ts'
import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setIdentityPrompt } from './net/api.ts'
import { lazyCode } from './net/lazy-code.ts'
import { queryClient } from './net/query-client.ts'
import { Router } from './router.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { registerServiceWorker } from './shell/service-worker.ts'
import { showTooltips } from './ui/popovers/tooltips.ts'
import { handleRefusals } from './viewer/refusals.ts'
import { followUserInOtherTabs, ownUserQuery } from './viewer/viewer.queries.ts'

const contentOf = (meta: string) => document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content ?? ''

const identityDialog = lazyCode(() => import('./viewer/identity-dialog.tsx'))

// Dialogs lock scrolling with their own style element, which needs the page's nonce.
setNonce(contentOf('csp-nonce'))
showTooltips()
registerServiceWorker()
handleRefusals(queryClient)
setIdentityPrompt(async () => (await identityDialog.fetch()).promptForIdentity())
followUserInOtherTabs(queryClient)
// Without a session, a request for the user would fail with 401, which browsers log as an error.
if (contentOf('session') === 'none') {
  queryClient.setQueryData(ownUserQuery.queryKey, null)
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
)
