import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../contract/doctor/finding.ts'
import { freePort } from '../../e2e/server.ts'
import { type Certificate, makeCertificate } from '../../scripts/certificate.ts'
import { startProxy, type Strictness } from '../proxies/proxy.ts'
import { adminWith } from './adminCommand.ts'
import { scratchFolder } from './scratch.ts'
import { addressOf, spawnServer } from './serverProcess.ts'

let certificate: Certificate
beforeAll(async () => {
  // Of the file, not of a test.
  certificate = makeCertificate(
    join(process.env.VITEST_CERTIFICATES ?? '/tmp', `sealpost-doctor-${process.pid}`),
  )
})

/** A server behind nginx, and what the command line finds there. */
async function found(strictness?: Strictness, settings: Record<string, string> = {}) {
  const [folder, port] = [await scratchFolder(), await freePort()]
  const origin = await startProxy('nginx', [`http://127.0.0.1:${port}`], strictness, certificate)
  const env = { PORT: String(port), PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', ...settings }
  await addressOf(await spawnServer(folder, env))
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: certificate.authority, MIN_FREE_BYTES: '0' }
  const run = (...args: string[]) => adminWith(folder, trusting, 'doctor', '--quick', ...args)
  return { run, origin }
}

describe('npm run admin -- doctor', () => {
  it('behind a badly set nginx: names body limit, buffering and time-out, and the lines to change', async () => {
    const { run } = await found({ bodyLimit: 1, seconds: 10, collects: true })
    const { code, out, err } = await run()
    console.log(out, err)
    expect(code).toBe(1)
  })
  it('behind nginx as shipped', async () => {
    const { run } = await found()
    const { code, out, err } = await run('--json')
    console.log(out, err)
    expect(code).toBe(0)
    const { findings } = JSON.parse(out) as { findings: Finding[] }
    expect(findings.length).toBeGreaterThan(3)
  })
})
