import { beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../e2e/server.ts'
import { type CertificateFiles, makeCertificate } from '../../scripts/makeCertificate.ts'
import { startProxy, type ProxyLimits } from '../proxies/startProxy.ts'
import { runAdminWith } from './adminCommand.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, spawnServer } from './serverProcess.ts'

let certificate: CertificateFiles
beforeEach(async () => {
  certificate = makeCertificate(await scratchFolder())
})

/** A server behind nginx, and the command line beside it. */
async function startBehindNginx(strictness?: ProxyLimits) {
  const [folder, port] = [await scratchFolder(), await freePort()]
  const origin = await startProxy('nginx', [`http://127.0.0.1:${port}`], strictness, certificate)
  const env = { PORT: String(port), PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', MIN_FREE_BYTES: '0' }
  const server = await spawnServer(folder, env)
  await addressOf(server)
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: certificate.authority }
  return { server, doctor: (...args: string[]) => runAdminWith(folder, trusting, 'doctor', ...args) }
}

describe('npm run admin -- doctor', () => {
  it('names body limit, buffering and time-outs of a badly set nginx, and the lines to change', async () => {
    const { server, doctor } = await startBehindNginx({ bodyLimit: 1, seconds: 10, collects: true })
    const { code, out, err } = await doctor()
    expect([code, err]).toEqual([1, '4 problems, 2 warnings.\n'])
    const lines = out.split('\n')
    const beneath = (start: string) => {
      const from = lines.findIndex((line) => line.startsWith(start))
      const rest = lines.slice(from + 1)
      const next = rest.findIndex((line) => !line.startsWith(' '))
      return [lines[from], ...rest.slice(0, next).map((line) => line.trim())]
    }
    const [limit, ...limitLines] = beneath('PROBLEM  Body limit')
    expect(limit).toContain('A request of 32 MiB is refused (413). 1 MiB comes through')
    expect(limitLines).toContain('client_max_body_size 40m;')
    expect(beneath('PROBLEM  Request buffering')).toContain('proxy_request_buffering off;')
    expect(beneath('PROBLEM  Answer buffering')).toContain('proxy_buffering off;')
    const [times, ...timeLines] = beneath('PROBLEM  Time-outs')
    expect(times).toMatch(
      /waits for the server is cut off after 1\d s\. A sender who stands still is cut off after 1\d s/,
    )
    expect(timeLines).toEqual(
      expect.arrayContaining(['proxy_read_timeout 300s;', 'client_body_timeout 300s;', 'send_timeout 300s;']),
    )
    // The secret of the test is in no log, and good for nothing afterwards.
    expect(server.printed()).not.toMatch(/x-sealpost-diagnosis/i)
  })
})
