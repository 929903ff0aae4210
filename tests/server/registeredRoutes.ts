import type { FastifyInstance } from 'fastify'

/** `METHOD path` of all registered routes, read from the tree that the server prints of itself. */
export function registeredRoutes(app: FastifyInstance): string[] {
  const routes: string[] = []
  const path: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment, methods] = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (segment === undefined) continue
    path.splice(indent.length / 4, Infinity, segment)
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${path.join('')}`)
  }
  return routes
}
