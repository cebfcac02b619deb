import { useEffect, useLayoutEffect } from 'react'
import { Redirect, Route, Router as WouterRouter, Switch, useLocation } from 'wouter'
import { FeedPage } from './features/discovery/feed/feed-page.tsx'
import { preloadDeferredParts } from './features/videos/video-page/deferred-parts.ts'
import { VideoPage } from './features/videos/video-page/video-page.tsx'
import { setVideoPreload } from './features/videos/video-info/video-link.tsx'
import { lazyPage } from './net/lazy-page.tsx'
import { writeStored } from './page/browser-storage.ts'
import { aroundNavigation } from './page/navigation.ts'
import { Shell } from './shell/shell.tsx'

const UploadPage = lazyPage(() => import('./features/videos/upload/upload-page.tsx'), 'UploadPage')
const ProfilePage = lazyPage(() => import('./features/social/profiles/profile-page.tsx'), 'ProfilePage')
const CreatorsPage = lazyPage(() => import('./features/social/creators/creators-page.tsx'), 'CreatorsPage')
const AboutPage = lazyPage(() => import('./features/site/about/about-page.tsx'), 'AboutPage')
const SitePage = lazyPage(() => import('./features/site/static-pages/site-page.tsx'), 'SitePage')
const OtherPages = lazyPage(() => import('./other-pages.tsx'), 'OtherPages')
const AuthPage = lazyPage(() => import('./features/account/sign-in/auth-page.tsx'), 'AuthPage')

setVideoPreload(preloadDeferredParts)

export function Router() {
  return (
    <WouterRouter aroundNav={aroundNavigation}>
      <Switch>
        {/* Outside the shell, so without header, ticker and bar. */}
        <Route path="/secret" component={SecretPage} />
        <Route>
          <Shell>
            <ScrollToTop />
            <Switch>
              <Route path={/^\/(?<feed>following|rising)?\/?$/} component={FeedPage} />
              <Route path="/upload" component={UploadPage} />
              <Route path="/creators" component={CreatorsPage} />
              <Route path="/profile/:username?" component={ProfilePage} />
              <Route path="/video/:id" component={VideoPage} />
              <Route path="/auth" component={AuthPage} />
              <Route path="/about" component={AboutPage} />
              <Route path={/^\/(?<name>privacy|terms|contact)\/?$/} component={SitePage} />
              <Route component={OtherPages} />
            </Switch>
          </Shell>
        </Route>
      </Switch>
    </WouterRouter>
  )
}

/**
 * Scrolls to the top of a new page. Rendered before the page, so that a page can restore its own position afterwards.
 */
function ScrollToTop() {
  const [path] = useLocation()
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    scrollTo(0, 0)
  }, [path])
  return null
}

/** Redirects to the feed. The visit is stored but changes nothing on screen. */
function SecretPage() {
  useEffect(() => void writeStored('localStorage', 'secret-gate-passed', 'true'), [])
  return <Redirect to="/" replace />
}
