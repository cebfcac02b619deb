// Uses the key and values of web/shell/theme.ts.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
} catch {
  // Storage is blocked, so the default theme stays.
}

/** Interval of the attempts to reach the site, in milliseconds, and how long one may take. */
const INTERVAL_MS = 5_000
let isAsking = false

// The event alone is not enough: a device can be online before the site is reachable, and another event never comes.
addEventListener('online', reloadWhenReachable)
addEventListener('visibilitychange', reloadWhenReachable)
setInterval(reloadWhenReachable, INTERVAL_MS)

function reloadWhenReachable() {
  if (isAsking || document.hidden || !navigator.onLine) return
  isAsking = true
  fetch(location.href, { method: 'HEAD', signal: AbortSignal.timeout(INTERVAL_MS) })
    .then(
      // While the site is down, a reverse proxy answers with an error, and its page would never try again.
      ({ status }) => status < 500 && location.reload(),
      () => undefined,
    )
    .finally(() => (isAsking = false))
}
