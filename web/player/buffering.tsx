import { useEffect, useState } from 'react'

/** Shorter waits for data show no message. */
const WORTH_A_WORD_MS = 500

/** Shows a message while a player waits for data. */
export function Buffering({ player }: { player: HTMLVideoElement }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = new AbortController()
    const goOn = () => {
      clearTimeout(timer)
      setLong(false)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(setLong, WORTH_A_WORD_MS, true)
    }
    player.addEventListener('waiting', wait, left)
    for (const event of ['playing', 'timeupdate', 'pause']) player.addEventListener(event, goOn, left)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [player])
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 top-4 mx-auto w-fit rounded-full bg-scrim px-4 py-2 text-small text-on-scrim empty:hidden"
    >
      {isLong && 'Buffering…'}
    </p>
  )
}
