import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

/** Vite puts styles and scripts of its own into pages, with this nonce. The server's pages have none. */
const nonce = 'development'

/**
 * Serves index.html and the scripts of workers under the policy that the server would send with them, so that what it
 * forbids fails here too, but for what Vite adds.
 */
export function devPages(serverOrigin: string): Plugin {
  const policyOf = async (path: string) => {
    const { headers } = await fetch(serverOrigin + path, { headers: { accept: 'text/html' } })
    // Scripts of workers have other addresses here than in a build.
    return (headers.get('content-security-policy') ?? '').replace(
      /require-trusted-types-for [^;]*; [^;]*; /,
      '',
    )
  }
  return {
    name: 'dev-pages',
    config: () => ({ html: { cspNonce: nonce } }),
    configureServer(vite) {
      async function sendPage({ url = '/' }: IncomingMessage, response: ServerResponse) {
        const policy = await policyOf('/')
        const page = await vite.transformIndexHtml(url, await readFile('index.html', 'utf8'))
        response
          .setHeader(
            'content-security-policy',
            policy.replaceAll(/script-src|style-src/g, `$& 'nonce-${nonce}'`),
          )
          .setHeader('content-type', 'text/html; charset=utf-8')
          .setHeader('cache-control', 'no-store')
          .end(page)
      }

      async function allowWorker(response: ServerResponse) {
        response.setHeader('content-security-policy', await policyOf('/assets/a.worker.js'))
      }

      vite.middlewares.use((request, response, next) => {
        const { url = '/', headers } = request
        if (headers.accept?.includes('text/html')) sendPage(request, response).catch(next)
        else if (/[?&]worker_file\b/.test(url)) allowWorker(response).then(next, next)
        else next()
      })
    },
  }
}
