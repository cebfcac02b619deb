import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '../net/lazy-part.tsx'
import { coverPage } from '../page/page-cover.ts'
import { useKeys } from '../page/use-keys.ts'
import { buttonClass } from '../ui/button.tsx'

const SearchLayer = lazyPart(() => import('../features/discovery/search/search-layer.tsx'), 'SearchLayer')

/** A button that opens the search, as `/` does. Hidden on the search page, which has its own field. */
export function HeaderSearch() {
  const [path] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const isHere = path === '/search'
  const open = () => {
    // A separate history entry makes Back close the layer instead of leaving the page.
    history.pushState(history.state, '')
    setOpen(true)
  }
  useKeys({ '/': isHere ? undefined : open })
  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpen(false)
    addEventListener('popstate', close)
    const uncover = coverPage()
    return () => {
      removeEventListener('popstate', close)
      uncover()
    }
  }, [isOpen])
  const back = () => history.back()
  return (
    <>
      {!isHere && (
        <button
          type="button"
          data-tooltip="Search"
          onClick={open}
          onPointerEnter={SearchLayer.preload}
          onFocus={SearchLayer.preload}
          // Hidden on the narrowest screens, where the link in the feed's footer replaces it.
          className={buttonClass('ghost', 'max-lg:size-11 max-lg:px-0 max-[22rem]:hidden')}
        >
          <Search aria-hidden="true" className="size-5" />
          <span className="max-lg:sr-only">Search</span>
        </button>
      )}
      {isOpen && <SearchLayer onClose={back} onGone={() => setOpen(false)} />}
    </>
  )
}
