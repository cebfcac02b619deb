// Uses the key and values of web/shell/theme.ts.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
} catch {
  // Storage is blocked, so the default theme stays.
}
addEventListener('online', () => location.reload())
