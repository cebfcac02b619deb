let watched: HTMLVideoElement | undefined

/** Makes this player the one whose position is shared, until the returned function is called. */
export function setWatchedPlayer(player: HTMLVideoElement): () => void {
  watched = player
  return () => {
    if (watched === player) watched = undefined
  }
}

/** Returns the position of the player that the viewer watches, in whole seconds. */
export function watchedSeconds(): number {
  return Math.floor(watched?.currentTime ?? 0)
}
