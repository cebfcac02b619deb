import type { ComponentType } from 'react'
import { NotArrived } from '../ui/notice.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { lazyCode, useLazyCode } from './lazy-code.ts'

/**
 * A page whose code is fetched when it is first needed. Once `preload` has finished it renders at once, without the
 * moment of suspense that `lazy` alone always has, so that a view transition can end in the finished page.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  const lazy = lazyCode(load)
  function Page() {
    const { code: Loaded, missing, retry } = useLazyCode(lazy)
    if (Loaded) return <Loaded />
    if (!missing) return <PageSpinner />
    // With a network, the code is gone since the site was updated, or the browser remembers that it failed: the page is
    // loaded anew.
    return <NotArrived what="this page" page onRetry={() => (navigator.onLine ? location.reload() : retry())} />
  }
  // Nobody has asked for the page yet: whether it arrives is seen when somebody does.
  const preload = () => lazy.fetch().catch(() => undefined)
  return Object.assign(Page, { preload })
}
