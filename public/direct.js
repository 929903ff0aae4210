// The service worker of the application's workers. It takes no request, and so what they send goes straight to the
// network: the service worker of the pages would be handed every byte of an upload first, to say that it is none of its
// business. Their scripts come from what that one keeps, so that open tabs go on after an upgrade of the server.
self.addEventListener('install', function (event) {
  if (!event.addRoutes) return
  var kept = { cacheName: 'workbox-precache-v2-' + location.origin + '/' }
  var routes = event.addRoutes([{ condition: { urlPattern: { pathname: '/assets/*' } }, source: kept }])
  event.waitUntil(routes.catch(function () {}))
})
