/**
 * Registers the service worker, which makes the site installable and shows a page without a network. The registration
 * waits until the page has loaded.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    // Some browsers refuse in private windows. The site works without it.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
