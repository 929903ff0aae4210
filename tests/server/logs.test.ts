import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

const logDocumentPages = ['logs', 'log-messages'].map((name) =>
  readFile(`docs/operations/${name}.md`, 'utf8'),
)
const logDocument = (await Promise.all(logDocumentPages)).join('\n')

/** First words in backticks of the rows of the table that begins with this heading. */
function firstColumnOf(heading: string, column = 0): string[] {
  const [, after = ''] = logDocument.split(new RegExp(`\\n\\| ${heading} +\\|.*\\n\\|[- |]+\\n`))
  const [rows = ''] = after.split('\n\n')
  return rows.split('\n').map((row) => /`(.*?)`/.exec(row.split(' | ')[column] ?? '')?.[1] ?? row)
}

const parseLogLines = (log: string): Record<string, unknown>[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  it('has of each answered request one line with exactly the fields that are documented', async () => {
    const server = await startTestServer()
    const origin = await server.listen()
    for (const path of ['/api/auth/users/me', '/api/upload/xyz/status', '/healthz', '/nothing?secret=1'])
      await (await fetch(origin + path)).arrayBuffer()
    await expect
      .poll(() => parseLogLines(server.logged()).filter(({ msg }) => msg === 'request'))
      .toHaveLength(4)
    const lines = parseLogLines(server.logged()).filter(({ msg }) => msg === 'request')
    const fields = [...firstColumnOf('field'), ...firstColumnOf('field of `request`')].sort()
    expect(fields).toHaveLength(10)
    for (const line of lines) expect(Object.keys(line).sort()).toEqual(fields)
    expect(lines.map(({ level, route, status }) => [level, route, status])).toEqual([
      [30, '/api/auth/users/me', 401],
      [30, '/api/upload/:link_token/status', 404],
      [20, '/healthz', 200],
      [20, '(none)', 200],
    ])
  })

  it('has no such line where nobody was left to be answered, but that they left', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token: token } = await browser.createFolder()
    const { headers } = uploadForm({ files: [] })
    const call = request(`${await server.listen()}/api/upload/${token}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 1000 },
    })
    const left = once(call, 'error')
    const asked = server.logged().length
    const arrived = once(server.app.server, 'request')
    call.flushHeaders()
    await arrived
    call.destroy()
    await left
    await expect.poll(() => server.logged().slice(asked)).toContain('the client went away')
    await server.stop()
    expect(parseLogLines(server.logged().slice(asked)).map(({ msg }) => msg)).not.toContain('request')
  })

  it('leaves out what PostgreSQL repeats of a row', async () => {
    const server = await startTestServer()
    const detail = 'Failing row contains (1, canary).'
    server.app.log.error({ err: Object.assign(new Error('failed'), { detail, where: detail }) }, 'x')
    expect(server.logged()).toContain('"msg":"x"')
    expect(server.logged()).not.toContain('canary')
  })

  it('says nothing that docs/operations/log-messages.md does not list', async () => {
    const files = await readdir('server', { recursive: true })
    const sources = await Promise.all(
      files.filter((name) => name.endsWith('.ts')).map((name) => readFile(join('server', name), 'utf8')),
    )
    const loggedTexts = sources.flatMap((source) =>
      [...source.matchAll(/\blog(?:\.(?:fatal|error|warn|info|debug)|\[.*?\])\(([\s\S]*?)\)\n/g)].flatMap(
        ([, args = '']) =>
          [...args.matchAll(/'([^']*)'/g)].map(([, text = '']) => text).filter((text) => text.length > 1),
      ),
    )
    expect(loggedTexts.length).toBeGreaterThan(20)
    const listed = firstColumnOf('level', 1)
    expect(loggedTexts.filter((text) => text !== 'request' && !listed.includes(text))).toEqual([])
    // Some are put together of two.
    const parts = listed.map((text) => text.replace(/^not ready: | failed; trying again$/g, ''))
    expect(parts.filter((text) => !sources.some((source) => source.includes(`'${text}'`)))).toEqual([])
  })
})
