import type { ComponentType } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { showErrorToast } from '../page/toast.ts'
import { lazyCode, useLazyCode } from './lazy-code.ts'

interface PartProps {
  /**
   * Called when the code failed to load and a toast has said so, to reset the state that opened the part. Without it,
   * the part is not a response to a user action: a failure is silent, and the part appears when the network returns.
   */
  onMissing?: () => void
}

/** Creates a part of a page whose code loads when it is first rendered. It renders nothing until then. */
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
