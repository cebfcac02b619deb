// Runs before the first paint and before the app's code has arrived.
;(function () {
  // The same key and values as web/shell/theme.ts.
  var theme = 'dark'
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light'
  } catch {
    // Storage is blocked: the default stands.
  }
  document.documentElement.dataset.theme = theme
  if (location.pathname !== '/') return

  // The splash comes on a full page load of the feed only; web/features/feed/splash.ts lifts it.
  document.documentElement.dataset.splash = 'shown'
  performance.mark('splash')

  // The list travels while the code does. The app's own request for it, of the same mode, takes this answer.
  var list = document.createElement('link')
  list.rel = 'preload'
  list.as = 'fetch'
  list.crossOrigin = 'anonymous'
  list.href = '/api/videos'
  document.head.append(list)
})()
