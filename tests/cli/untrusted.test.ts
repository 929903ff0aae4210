import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { expect, it, onTestFinished, vi } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import { links } from '../../cli/folders/links.ts'
import { ls } from '../../cli/folders/ls.ts'
import { rm } from '../../cli/folders/rm.ts'
import { get } from '../../cli/get/get.ts'
import { readSendOptions } from '../../cli/send/sendOptions.ts'
import { sendWithInputs } from '../../cli/send/send.ts'
import { makeCertificate } from '../../scripts/makeCertificate.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { testContext, messagesOf } from './testContext.ts'

const linkToken = 'A'.repeat(22)

/** A server whose authority nobody knows here. */
async function startUntrustedServer() {
  const requestedUrls: string[] = []
  const { key, certificate } = makeCertificate(await scratchFolder())
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => {
      requestedUrls.push(request.url ?? '')
      response.end()
    },
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { asked: requestedUrls, origin: `https://localhost:${port}` }
}

it.each(['1', '0'])(
  'says that a certificate is not trusted, whatever the environment wants (%s)',
  async (checked) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', checked)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { origin, asked: requestedUrls } = await startUntrustedServer()
    const folder = await scratchFolder()
    const stop = {
      exitCode: exitCodes.refused,
      message: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
    }
    const env = { XDG_STATE_HOME: folder }
    const fetching = testContext(['get', `${origin}/download/${linkToken}#7:AAAA`, folder], { env })
    await expect(get(fetching)).rejects.toMatchObject(stop)
    const sending = testContext(['send', '--no-journal', `${origin}/upload/${linkToken}`, 'package.json'], {
      env,
    })
    const around = { stdin: process.stdin, cwd: folder, tempFolder: folder, idleTimeoutMs: 1000 }
    await expect(sendWithInputs(sending, around)).rejects.toMatchObject(stop)
    const account = { env: { ...env, SEALPOST_TOKEN: 'sealpost_x' } }
    const folderAddress = `${origin}/folders/view/7`
    await expect(ls(testContext(['ls', origin], account))).rejects.toMatchObject(stop)
    await expect(ls(testContext(['ls', folderAddress, 'x'], account))).rejects.toMatchObject(stop)
    await expect(links(testContext(['links', folderAddress], account))).rejects.toMatchObject(stop)
    await expect(rm(testContext(['rm', folderAddress, 'x', '--yes'], account))).rejects.toMatchObject(stop)
    expect(requestedUrls).toEqual([])
  },
)

it.each([
  [302, '', 'does not follow'],
  [200, '<html>', 'is not a Sealpost server'],
  [403, '<html>', 'is not a Sealpost server'],
])('says what an answer of %s is that nobody understands', async (status, text, why) => {
  const server = createPlainServer((_, response) => response.writeHead(status).end(text))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const context = testContext(['get', `http://localhost:${port}/download/${linkToken}#7:AAAA`], {
    env: { XDG_STATE_HOME: await scratchFolder() },
  })
  await expect(get(context)).rejects.toMatchObject({
    exitCode: exitCodes.refused,
    message: expect.stringContaining(why) as string,
  })
})

const plainHttpLink = `http://files.example.org/upload/${linkToken}`
const fingerprintWords = 'abandon '.repeat(12)

it('sends nothing over an open wire for a key that nobody has named', async () => {
  const line = ['send', plainHttpLink, 'a']
  await expect(readSendOptions(testContext(line), '/')).rejects.toMatchObject({ exitCode: exitCodes.usage })
})

it('warns of an open wire where the key is named', async () => {
  const context = testContext(['send', plainHttpLink, 'a', '--fingerprint', fingerprintWords])
  await readSendOptions(context, '/')
  expect(messagesOf(context)).toContain('no https')
})

it('takes this machine for no open wire', async () => {
  const context = testContext(['send', `http://localhost/upload/${linkToken}`, 'a'])
  await readSendOptions(context, '/')
  expect(messagesOf(context)).toBe('')
})
