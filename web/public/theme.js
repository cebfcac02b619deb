// Runs before the first paint. The same key and values as web/shell/theme.ts.
;(function () {
  var theme = 'dark'
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light'
  } catch {
    // Storage is blocked: the default stands.
  }
  document.documentElement.dataset.theme = theme
  if (location.pathname === '/') {
    document.documentElement.dataset.splash = 'shown'
    performance.mark('splash')
  }
})()
