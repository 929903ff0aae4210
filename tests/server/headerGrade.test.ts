import { expect, it } from 'vitest'
import { startTestServer } from './testServer.ts'

type Headers = Readonly<Record<string, unknown>>

/**
 * The scoring of Mozilla's HTTP Observatory (MDN, 'Tests & Scoring'), as far as headers of one response decide it:
 * 100 points less penalties; bonuses count from 90 on; 100 and more is A+.
 */
const gradeRules: readonly [
  name: string,
  score: (headers: Headers, policy: Map<string, string>) => number,
][] = [
  [
    'cookies',
    (headers) => {
      const cookies = [headers['set-cookie'] ?? []].flat().map(String)
      if (cookies.length === 0) return 0
      return cookies.every(
        (cookie) => cookie.includes('; Secure') && /; SameSite=(?:Strict|Lax)/.test(cookie),
      )
        ? 5
        : -40
    },
  ],
  ['cross-origin sharing', (headers) => (headers['access-control-allow-origin'] === undefined ? 0 : -50)],
  [
    'content security policy',
    (_, policy) => {
      const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? '*'
      if (/'unsafe-inline'|data:|https?:|\*/.test(of('script-src') + of('object-src'))) return -20
      if (of('script-src').includes("'unsafe-eval'")) return -10
      if (/'unsafe-inline'|data:|https?:|\*/.test(of('style-src'))) return 0
      return policy.get('default-src') === "'none'" ? 10 : 5
    },
  ],
  [
    'transport security',
    (headers) => {
      const [, seconds] = /^max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? []
      if (seconds === undefined) return -20
      return Number(seconds) >= 15_768_000 ? 0 : -10
    },
  ],
  ['redirection', (headers) => (headers.location === undefined ? 0 : -20)],
  ['referrer policy', (headers) => (headers['referrer-policy'] === 'no-referrer' ? 5 : -5)],
  ['content type', (headers) => (headers['x-content-type-options'] === 'nosniff' ? 0 : -5)],
  ['framing', (_, policy) => (policy.get('frame-ancestors') === "'none'" ? 5 : -20)],
  ['resource policy', (headers) => (headers['cross-origin-resource-policy'] === 'same-origin' ? 0 : -20)],
]

function computeGrade(headers: Headers): { grade: string; score: number; lost: string[] } {
  const directives = String(headers['content-security-policy']).split('; ')
  const policy = new Map(
    directives.map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1).join(' ')]),
  )
  const scores = gradeRules.map(([name, score]) => [name, score(headers, policy)] as const)
  const sum = (of: (score: number) => boolean) =>
    scores.filter(([, score]) => of(score)).reduce((all, [, score]) => all + score, 0)
  const kept = 100 + sum((score) => score < 0)
  const score = kept >= 90 ? kept + sum((one) => one > 0) : kept
  const lost = scores.filter(([, one]) => one < 0).map(([name]) => name)
  return { grade: score >= 100 ? 'A+' : 'less', score, lost }
}

it.each(['/', '/login', '/upload/abc', '/download/abc', '/profile', '/api/look', '/api/nothing', '/healthz'])(
  '%s has the best grade, with nothing lost',
  async (url) => {
    const { app } = await startTestServer({ publicOrigin: 'https://files.example.org' })
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(computeGrade(headers)).toMatchObject({ grade: 'A+', lost: [] })
  },
)

it('a policy with inline scripts or styles would not have it', async () => {
  const { app } = await startTestServer({ publicOrigin: 'https://files.example.org' })
  const { headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  const weaker = (directive: string) => ({
    ...headers,
    'content-security-policy': String(headers['content-security-policy']).replace(
      directive,
      `${directive} 'unsafe-inline'`,
    ),
  })
  expect(computeGrade(weaker('script-src'))).toMatchObject({ score: 80, lost: ['content security policy'] })
  expect(computeGrade(weaker('style-src')).score).toBe(110)
})
