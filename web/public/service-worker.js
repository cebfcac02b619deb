// Responds to navigations without a network with an offline page. Caches only that page: no API responses, no videos
// and nothing about the signed-in user. Ignores all requests except navigations.
const PAGE = '/offline.html'
const KEPT = [PAGE, '/offline.css', '/offline.js', '/favicon.svg']
/** Must be increased whenever one of these files changes. */
const CACHE = 'offline-4'

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })))),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
      // Requests the page while the worker starts.
      registration.navigationPreload?.enable(),
    ]),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (isKept(request)) event.respondWith(fetch(request).catch(() => caches.match(request)))
})

async function navigate({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

function isKept({ url, method }) {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === location.origin && KEPT.includes(pathname)
}
