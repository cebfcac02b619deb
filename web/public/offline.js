// Uses the key and values of web/shell/theme.ts.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
} catch {
  // Storage is blocked, so the default theme stays.
}

/** Interval of the attempts to reach the site, in milliseconds. */
const INTERVAL_MS = 5_000

// The event alone is not enough: a device can be online before the site is reachable, and another event never comes.
addEventListener('online', reloadWhenReachable)
setInterval(reloadWhenReachable, INTERVAL_MS)

function reloadWhenReachable() {
  if (!navigator.onLine) return
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => undefined,
  )
}
