import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** What uploads and downloads are measured against: the same bytes, unencrypted, through a server that only pipes. */
export async function startPlainServer(uploadPath: string, downloadPath: string): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.method === 'PUT') {
        await pipeline(request, createWriteStream(uploadPath))
        response.writeHead(204).end()
      } else if (request.url === '/file') {
        const headers = {
          'content-type': 'application/octet-stream',
          'content-length': statSync(downloadPath).size,
          'content-disposition': 'attachment; filename="plain.bin"',
        }
        response.writeHead(200, headers)
        await pipeline(createReadStream(downloadPath), response)
      } else {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      }
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export const originOf = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`

const page = `<!doctype html><title>plain</title><input type="file" /><a href="/file">file</a>
<script>
  window.put = () => new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('PUT', '/upload')
    xhr.onload = resolve
    xhr.onerror = reject
    xhr.send(document.querySelector('input').files[0])
  })
</script>`
