import { useEffect, useState } from 'react'
import { useNetworkReturn } from '../page/use-network-return.ts'

/** Code that loads when it is first needed. After a failure, `fetch` tries again. */
interface LazyCode<T> {
  /** The code, `undefined` until it has loaded. */
  readonly loaded: T | undefined
  fetch: () => Promise<T>
}

/** Wraps an import that runs when its code is first needed. */
export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let loaded: T | undefined
  let loading: Promise<T> | undefined
  return {
    get loaded() {
      return loaded
    },
    fetch() {
      // Chromium caches a failed import for good, so no import is attempted without a network.
      if (!loaded && !navigator.onLine) return Promise.reject(new TypeError('There is no network'))
      loading ??= load().then(
        (code) => (loaded = code),
        (error: unknown) => {
          // Allows another attempt, unlike React's `lazy`, which caches the failure for good.
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/**
 * Loads the code when rendered and, after a failure, again when the network returns.
 *
 * @returns The code (`undefined` until it has loaded), whether loading failed, and a function that tries again.
 */
export function useLazyCode<T>(lazy: LazyCode<T>): { code: T | undefined; hasFailed: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(lazy.loaded ? 'loaded' : 'loading')
  useEffect(() => {
    // Code that loads between the first render and this effect must cause another render.
    let isCurrent = true
    const settle = (outcome: typeof state) => () => {
      if (isCurrent) setState(outcome)
    }
    lazy.fetch().then(settle('loaded'), settle('failed'))
    return () => {
      isCurrent = false
    }
  }, [lazy, attempt])
  const loadAgain = () => {
    setState('loading')
    setAttempt((before) => before + 1)
  }
  useNetworkReturn(state === 'failed', loadAgain)
  // With a network, either an update of the site has removed the code or the browser has cached the failure. Only a
  // reload helps.
  const retry = () => (navigator.onLine ? location.reload() : loadAgain())
  return { code: lazy.loaded, hasFailed: state === 'failed', retry }
}
