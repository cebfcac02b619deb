import type { ComponentType } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { showErrorToast } from '../page/toast.ts'
import { lazyCode, useLazyCode } from './lazy-code.ts'

interface PartProps {
  /**
   * What a person asked for did not arrive, which a toast tells: takes the wish back, so that it can be made again.
   * Absent: nobody asked, nothing is shown, and the part comes when the network does.
   */
  onMissing?: () => void
}

/** A part of a page whose code is fetched when it is first rendered. Until then, and without it, it is nothing. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const lazy = lazyCode(load)
  function Part({ onMissing, ...props }: Props & PartProps) {
    const { code: Loaded, missing } = useLazyCode(lazy)
    const takeBack = useEffectEvent(() => {
      if (!onMissing) return
      showErrorToast('We couldn’t load this part of the page', 'Check your connection and try again.')
      onMissing()
    })
    useEffect(() => {
      if (missing) takeBack()
    }, [missing])
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : null
  }
  return Object.assign(Part, { preload: lazy.fetch })
}
