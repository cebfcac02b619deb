/** Lets the site be installed, and answer without a network. After the page has loaded: it has nothing to do with it. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    // The site works as well without it: in private windows some browsers refuse.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
