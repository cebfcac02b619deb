import { useEffect } from 'react'
import { Redirect } from 'wouter'

/** Leads to the feed at once. That somebody was here is remembered, and changes nothing that is shown. */
export function SecretPage() {
  useEffect(() => {
    try {
      localStorage.setItem('secret-gate-passed', 'true')
    } catch {
      // Storage is blocked: there is nothing to lose.
    }
  }, [])
  return <Redirect to="/" replace />
}
