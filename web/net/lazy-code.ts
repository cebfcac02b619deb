import { useEffect, useState } from 'react'

/** Code that is fetched when it is first needed, and can be asked for again after it did not arrive. */
export interface LazyCode<T> {
  /** `undefined` until it has arrived. */
  readonly arrived: T | undefined
  fetch: () => Promise<T>
}

export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let arrived: T | undefined
  let arriving: Promise<T> | undefined
  return {
    get arrived() {
      return arrived
    },
    fetch() {
      // Chromium remembers for good which module it asked for in vain, so without a network it is not asked.
      if (!arrived && !navigator.onLine) return Promise.reject(new TypeError('There is no network'))
      arriving ??= load().then(
        (code) => (arrived = code),
        (error: unknown) => {
          // Unlike React's `lazy`, which would remember the failure for good.
          arriving = undefined
          throw error
        },
      )
      return arriving
    },
  }
}

/**
 * Fetches the code as soon as it is rendered, and again when the network comes back.
 *
 * @returns The code, `undefined` until it is here; whether it did not arrive; and what asks for it again.
 */
export function useLazyCode<T>(lazy: LazyCode<T>): { code: T | undefined; missing: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'waiting' | 'arrived' | 'missing'>('waiting')
  useEffect(() => {
    if (lazy.arrived) return
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
  useEffect(() => {
    if (state !== 'missing') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [state])
  return { code: lazy.arrived, missing: state === 'missing', retry }
}
