import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { showErrorToast } from '../page/toast.ts'
import { LoadingBar } from '../ui/loading/loading-bar.tsx'
import { lazyCode, useLazyCode } from './lazy-code.ts'

interface PartProps {
  /**
   * Resets the state that opened the part. Called after a failure to load the code, which a toast has reported. By
   * default the part's own `onClose`. A part with neither was not opened by the user. It fails silently, and appears
   * when the network returns.
   */
  onLoadFailed?: () => void
}

type PropsOf<Component> = Component extends ComponentType<infer Props extends object> ? Props : never

/**
 * Creates a part of a page whose code loads when it is first rendered. Until then, a part that the user opened renders
 * a bar at the top of the window, and any other part renders nothing.
 *
 * @param name The component that the loaded module exports.
 */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Props = PropsOf<Module[Name]>
  const lazy = lazyCode(async () => (await load())[name] as ComponentType<Props>)
  function Part({ onLoadFailed, ...props }: Props & PartProps) {
    const { code: Loaded, hasFailed } = useLazyCode(lazy)
    const reset = onLoadFailed ?? (props as { onClose?: () => void }).onClose
    const reportFailure = useEffectEvent(() => {
      if (!reset) return
      showErrorToast('We couldn’t load this part of the page', 'Check your connection and try again.')
      reset()
    })
    useEffect(() => {
      if (hasFailed) reportFailure()
    }, [hasFailed])
    if (Loaded) return <Loaded {...(props as unknown as Props)} />
    return reset && !hasFailed ? <LoadingBar /> : null
  }
  // A failed preload is not reported. The part reports it when it is rendered.
  const preload = () => void lazy.fetch().catch(() => undefined)
  return Object.assign(Part, { preload })
}
