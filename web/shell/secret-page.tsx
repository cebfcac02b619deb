import { useEffect } from 'react'
import { Redirect } from 'wouter'

/** Redirects to the feed. The visit is stored but changes nothing on screen. */
export function SecretPage() {
  useEffect(() => {
    try {
      localStorage.setItem('secret-gate-passed', 'true')
    } catch {
      // Storage is blocked, and the visit is not stored.
    }
  }, [])
  return <Redirect to="/" replace />
}
