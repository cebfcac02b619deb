import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { writeStored } from '../page/browser-storage.ts'

/** Redirects to the feed. The visit is stored but changes nothing on screen. */
export function SecretPage() {
  useEffect(() => void writeStored('localStorage', 'secret-gate-passed', 'true'), [])
  return <Redirect to="/" replace />
}
