import { describe, expect, inject, it } from 'vitest'
import { freePort } from '../../e2e/server.ts'
import type { FindingText } from '../../server/ops/admin/doctor.ts'
import { runAdminWith } from '../server/adminCommand.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { addressOf, spawnServer } from '../server/serverProcess.ts'
import { startApache } from './startApache.ts'
import { startProxy, strictLimits } from './startProxy.ts'

type StartProxy = (server: string) => Promise<string>

/** What the command line finds at a server behind a proxy: the checks that complain, by severity, of the road alone. */
async function findComplaints(start: StartProxy, ...args: string[]) {
  const [folder, port] = [await scratchFolder(), await freePort()]
  const origin = await start(`http://127.0.0.1:${port}`)
  const env = { PORT: String(port), PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', MIN_FREE_BYTES: '0' }
  await addressOf(await spawnServer(folder, env))
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: inject('certificate').authority }
  const { code, out } = await runAdminWith(folder, trusting, 'doctor', '--json', ...args)
  const { findings } = JSON.parse(out) as { findings: FindingText[] }
  const ofRoad = findings.slice(
    0,
    findings.findIndex(({ check }) => check === 'node'),
  )
  expect(code).toBe(findings.some(({ severity }) => severity === 'problem') ? 1 : 0)
  expect(ofRoad.length).toBeGreaterThan(8)
  const others = ofRoad.filter(({ severity }) => severity !== 'ok')
  return Object.fromEntries(others.map(({ check, severity, says }) => [check, `${severity}: ${says}`]))
}

describe('the self-test', { timeout: 300_000 }, () => {
  it('has nothing to complain of what we ship, for longer than a minute', async () => {
    const starts: StartProxy[] = [
      (server) => startProxy('caddy', [server]),
      (server) => startProxy('nginx', [server]),
      (server) => startApache(server, inject('certificate')),
    ]
    expect(await Promise.all(starts.map((start) => findComplaints(start)))).toEqual([{}, {}, {}])
  })

  it('warns of a minute, at which transfers are cut that go on', async () => {
    const found = await findComplaints((server) => startProxy('nginx', [server], strictLimits))
    expect(Object.keys(found)).toEqual(['time-outs'])
    expect(found['time-outs']).toMatch(
      /^warning: A request that waits for the server is cut off after 6[01] s\. A sender who stands still is cut off after 6[01] s\. A reader/,
    )
  })

  it('names what Caddy is set to badly', async () => {
    const strictness = { bodyLimit: 1, seconds: 10 }
    const found = await findComplaints((server) => startProxy('caddy', [server], strictness), '--quick')
    expect(found).toEqual({
      'body-limit': expect.stringMatching(/^problem: A request of 32 MiB is refused \(413\)/) as string,
      'time-outs': expect.stringMatching(
        /^problem: A request that waits for the server is cut off after 1[01] s/,
      ) as string,
    })
  })

  it('names what Apache is set to badly', async () => {
    const badly = [
      [/LimitRequestBody .*/, 'SetInputFilter BUFFER'],
      [/Timeout 300/, 'Timeout 10'],
      [/body=300,MinRate=100/, 'body=10'],
      [/timeout=300 flushpackets=on/, 'timeout=10'],
      [/Protocols h2 http\/1.1/, 'Protocols http/1.1'],
      [/ProxyPreserveHost On/, 'ProxyAddHeaders Off'],
    ] as const
    const found = await findComplaints(
      (server) => startApache(server, inject('certificate'), badly),
      '--quick',
    )
    expect(found).toEqual({
      'http-version': expect.stringMatching(/^warning/) as string,
      visitors: expect.stringMatching(/^problem: Visitors can say who they are/) as string,
      'request-buffering': expect.stringMatching(/^problem/) as string,
      'time-outs': expect.stringMatching(
        /^problem: A request that waits for the server is cut off after 1[01] s/,
      ) as string,
    })
  })
})
