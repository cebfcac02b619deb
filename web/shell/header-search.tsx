import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '../net/lazy-part.tsx'
import { coverPage } from '../page/page-cover.ts'
import { useKeys } from '../page/keyboard/use-keys.ts'
import { buttonClass } from '../ui/button.tsx'

const SearchLayer = lazyPart(() => import('../features/discovery/search/search-layer.tsx'), 'SearchLayer')

/** A button that opens the search, as the `/` key does. Hidden on the search page, which has its own field. */
export function HeaderSearch() {
  const [path] = useLocation()
  const { isOpen, open, goBack, hide } = useSearchLayer()
  const isHere = path === '/search'
  useKeys({ '/': isHere ? undefined : open })
  return (
    <>
      {!isHere && (
        <button
          type="button"
          data-tooltip="Search"
          onClick={open}
          onPointerEnter={SearchLayer.preload}
          onFocus={SearchLayer.preload}
          className={buttonClass('ghost', 'max-lg:size-11 max-lg:px-0')}
        >
          <Search className="size-5" />
          <span className="max-lg:sr-only">Search</span>
        </button>
      )}
      {isOpen && <SearchLayer onClose={goBack} onGone={hide} />}
    </>
  )
}

/**
 * Opens and closes the layer with the search field. Back closes it as well.
 *
 * @returns Whether the layer is open, and functions that open it, close it by going back, and hide it after a search,
 *   whose page has replaced the layer's history entry.
 */
function useSearchLayer() {
  const [isOpen, setOpen] = useState(false)
  const isClosing = useRef(false)
  const hide = () => setOpen(false)
  const open = () => {
    // A second press can come before the layer's code.
    if (isOpen) return
    // A separate history entry makes Back close the layer instead of leaving the page.
    history.pushState(history.state, '')
    isClosing.current = false
    setOpen(true)
  }
  const goBack = () => {
    // The browser goes back later. A second press before that must not leave the page.
    if (isClosing.current) return
    isClosing.current = true
    history.back()
  }
  useEffect(() => {
    if (!isOpen) return
    addEventListener('popstate', hide)
    const uncover = coverPage()
    return () => {
      removeEventListener('popstate', hide)
      uncover()
    }
  }, [isOpen])
  return { isOpen, open, goBack, hide }
}
