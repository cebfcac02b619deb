// The same key and values as web/shell/theme.ts.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
} catch {
  // Storage is blocked: the default stands.
}
addEventListener('online', () => location.reload())
