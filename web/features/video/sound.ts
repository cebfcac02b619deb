/** Sound is a choice for the visit: everything is muted until the reader turns one player up. */
let muted = true
const players = new Set<HTMLVideoElement>()

/** Gives a player the visit's choice and passes its changes on. At most one player is heard: the last one unmuted. */
export function shareSound(player: HTMLVideoElement): () => void {
  player.muted = muted
  if (!muted) silenceOthers(player)
  players.add(player)
  const onChange = () => {
    // A player that is silenced for the sake of another says nothing about the choice.
    if (player.muted && [...players].some((other) => !other.muted)) return
    muted = player.muted
    if (!muted) silenceOthers(player)
  }
  player.addEventListener('volumechange', onChange)
  return () => {
    players.delete(player)
    player.removeEventListener('volumechange', onChange)
  }
}

function silenceOthers(player: HTMLVideoElement): void {
  for (const other of players) if (other !== player) other.muted = true
}
