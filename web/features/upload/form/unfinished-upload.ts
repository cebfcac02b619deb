import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPersonalState } from '../../../viewer/personal-state.ts'
import type { UploadForm } from './upload-form.ts'
import { isEmpty } from './upload-form.ts'

/**
 * What was chosen and typed when the upload page was left, for the rest of the visit: whoever looks at the wall
 * meanwhile, or has to sign in again, finds it as it was. The draft survives the visit; a file cannot.
 */
interface UnfinishedUpload {
  userId: string
  form: UploadForm
  file: File | undefined
}

const unfinished = createPersonalState<UnfinishedUpload>()

/** What this person left unfinished earlier in the visit. */
export function useUnfinished(userId: string): UnfinishedUpload | undefined {
  return useState(() => unfinished.get(userId))[0]
}

/**
 * Keeps the upload when the page is left.
 *
 * @param current Reads the state of the form and the file.
 * @returns Call it when the upload is published: there is nothing to keep any more.
 */
export function useKeepUnfinished(current: () => UnfinishedUpload): () => void {
  const published = useRef(false)
  const leave = useEffectEvent(() => {
    const left = current()
    unfinished.set(left.userId, published.current || (isEmpty(left.form) && !left.file) ? undefined : left)
  })
  useEffect(() => () => leave(), [])
  return () => {
    published.current = true
    unfinished.set(current().userId, undefined)
  }
}
