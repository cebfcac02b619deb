let current: HTMLVideoElement | undefined

/** Makes the position of this player the one to share, until the returned function is called. */
export function offerPosition(player: HTMLVideoElement): () => void {
  current = player
  return () => {
    if (current === player) current = undefined
  }
}

/** Returns the position of the player that the viewer watches, in whole seconds. */
export function watchedSeconds(): number {
  return Math.floor(current?.currentTime ?? 0)
}
