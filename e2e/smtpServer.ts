import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server on loopback. Mails go no further than into a folder, as those of a server without SMTP do. */
export async function startSmtpServer(folder: string): Promise<{ url: string; close: () => void }> {
  mkdirSync(folder, { recursive: true })
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const keep = (mail: Buffer) => writeFileSync(join(folder, `${randomUUID()}.eml`), mail)
      buffer(stream)
        .then(keep)
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => smtp.close() }
}
