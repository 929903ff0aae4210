// The service worker of the application's workers. It listens to nothing, and so what they send goes straight to the
// network; the one of the pages would be handed every byte of an upload first, to say that it is none of its business.
