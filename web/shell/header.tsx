import Info from 'lucide-react/icons/info'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { iconAddress } from '../../contract/site/default-branding.ts'
import { site } from '../page/site.ts'
import { buttonClass, IconButton, ButtonLink } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { SignInLink } from '../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../viewer/viewer.queries.ts'
import { HeaderSearch } from './header-search.tsx'
import { OwnControls, OwnControlsSpace } from './own-controls.tsx'
import { colourBrowser, useThemeSwitch } from './theme.ts'

export function Header() {
  const user = useOwnUser()
  const [path] = useLocation()
  return (
    <header className="sticky top-0 z-30 h-16 bg-canvas/90 short:relative short:h-14 [backdrop-filter:blur(1.5rem)] [view-transition-name:header]">
      {/* Very large text would push the controls off a phone's screen, so they grow less than the text. With text of the
          normal size, they shrink in windows narrower than 256 px. */}
      <div className="mx-auto flex h-full max-w-[110rem] items-center px-4 max-xs:px-2 max-[16rem]:[zoom:0.6] max-[11rem]:px-1 max-[11rem]:[zoom:0.55] sm:gap-1 sm:px-6">
        <Link href="/" className="mr-auto flex min-h-11 min-w-11 items-center gap-2.5 rounded-full pr-2 max-xs:pl-2">
          {site.icon ? (
            <img src={iconAddress(site.icon)} alt="" className="size-7 shrink-0 rounded-control" />
          ) : (
            <LogoMark className="size-7 shrink-0" />
          )}
          <span className="headline line-clamp-1 text-title max-xs:sr-only">{site.siteName}</span>
        </Link>
        <HeaderSearch />
        {/* Hidden on the narrowest screens, where the link in the feed's footer replaces it. */}
        <ButtonLink
          href="/about"
          data-tooltip="About"
          variant="ghost"
          className="max-sm:size-11 max-sm:px-0 max-[22rem]:hidden"
        >
          <Info className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">About</span>
        </ButtonLink>
        {/* On phones, signed-in users find this control in the menu instead. */}
        <ThemeToggle className={user === null ? '' : 'max-sm:hidden'} />
        {user === null && path !== '/auth' && (
          <SignInLink className={buttonClass('quiet', 'ml-2 max-sm:ml-1 max-sm:px-4 min-[22rem]:max-xs:mr-2')}>
            Sign in/Sign up
          </SignInLink>
        )}
        {/* The user loads only if there is a session: the page tells visitors apart at once. */}
        {user === undefined && <OwnControlsSpace />}
        {user && <OwnControls user={user} />}
      </div>
    </header>
  )
}

function ThemeToggle({ className }: { className: string }) {
  const { label, Icon, act } = useThemeSwitch()
  useEffect(colourBrowser, [])
  return (
    <IconButton label={label} className={className} onClick={act}>
      <Icon className="size-5" />
    </IconButton>
  )
}
