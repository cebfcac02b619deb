import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'
import { PageSpinner } from './ui/spinner.tsx'

/**
 * A page whose code is fetched when it is first needed. Once `preload` has finished it renders at once, without the
 * moment of suspense that `lazy` alone always has, so that a view transition can end in the finished page.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined
  const preload = async () => {
    Loaded = await load()
    return { default: Loaded }
  }
  const Lazy = lazy(preload)
  const Page = () =>
    Loaded ? (
      <Loaded />
    ) : (
      <Suspense fallback={<PageSpinner />}>
        <Lazy />
      </Suspense>
    )
  return Object.assign(Page, { preload })
}
