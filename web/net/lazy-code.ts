import { useEffect, useLayoutEffect, useState } from 'react'

/** Code that loads when it is first needed. After a failure, `fetch` tries again. */
interface LazyCode<T> {
  /** The code, `undefined` until it has loaded. */
  readonly arrived: T | undefined
  fetch: () => Promise<T>
}

/** Wraps an import that runs when its code is first needed. */
export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let arrived: T | undefined
  let arriving: Promise<T> | undefined
  return {
    get arrived() {
      return arrived
    },
    fetch() {
      // Chromium caches a failed import for good, so no import is attempted without a network.
      if (!arrived && !navigator.onLine) return Promise.reject(new TypeError('There is no network'))
      arriving ??= load().then(
        (code) => (arrived = code),
        (error: unknown) => {
          // Allows another attempt, unlike React's `lazy`, which caches the failure for good.
          arriving = undefined
          throw error
        },
      )
      return arriving
    },
  }
}

/**
 * Loads the code when rendered and, after a failure, again when the network returns.
 *
 * @returns The code (`undefined` until it has loaded), whether loading failed, and a function that tries again.
 */
export function useLazyCode<T>(lazy: LazyCode<T>): { code: T | undefined; missing: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'waiting' | 'arrived' | 'missing'>(lazy.arrived ? 'arrived' : 'waiting')
  useEffect(() => {
    // Code that arrives between the first render and this effect must cause another render.
    let left = false
    const settle = (outcome: typeof state) => () => {
      if (!left) setState(outcome)
    }
    lazy.fetch().then(settle('arrived'), settle('missing'))
    return () => {
      left = true
    }
  }, [lazy, attempt])
  const retry = () => {
    setState('waiting')
    setAttempt((before) => before + 1)
  }
  // A layout effect listens before the network can return, even just after the failure is shown.
  useLayoutEffect(() => {
    if (state !== 'missing') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [state])
  return { code: lazy.arrived, missing: state === 'missing', retry }
}
