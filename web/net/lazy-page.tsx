import type { ComponentType } from 'react'
import { LoadFailure } from '../ui/loading/load-failure.tsx'
import { PageSpinner } from '../ui/loading/spinner.tsx'
import { lazyCode, useLazyCode } from './lazy-code.ts'

/**
 * Creates a page whose code loads when it is first needed. After `preload` it renders at once, without the suspense
 * that `lazy` always causes. A view transition can then end in the finished page.
 *
 * @param name The component that the loaded module exports.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const lazy = lazyCode(load)
  function Page() {
    const { code, hasFailed, retry } = useLazyCode(lazy)
    const Loaded: ComponentType | undefined = code?.[name]
    if (Loaded) return <Loaded />
    if (!hasFailed) return <PageSpinner />
    return <LoadFailure what="this page" page onRetry={retry} />
  }
  // A failed preload is not reported. The page reports it when it opens.
  const preload = () => lazy.fetch().catch(() => undefined)
  return Object.assign(Page, { preload })
}
