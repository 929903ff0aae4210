import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readdir, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../contract/systemErrors.ts'
import type { MailTransport } from './mailTransport.ts'
import { nodemailerOptions, type FromAddress } from './mail.ts'
import { loadNodemailer } from './nodemailer.ts'

/** Transport without SMTP: writes each mail to an .eml file that only this user can read. */
export function emlFolderTransport(folder: string, from: FromAddress): MailTransport {
  const newTransport = () =>
    loadNodemailer().createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let transport: ReturnType<typeof newTransport> | undefined
  // File names sort by time and are unique across processes.
  const fileSuffix = randomBytes(4).toString('hex')
  let mailCount = 0
  return {
    destination: `the folder ${folder}`,
    address: folder,
    sendsMail: false,
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
    async deliver(mail) {
      const time = new Date().toISOString().replaceAll(':', '-')
      const name = `${time}-${String(++mailCount).padStart(6, '0')}-${fileSuffix}.eml`
      transport ??= newTransport()
      const { message } = await transport.sendMail(nodemailerOptions(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600, flag: 'wx' })
    },
    async sweep(before) {
      let removed = 0
      for (const name of await listIfPresent(folder)) {
        const path = join(folder, name)
        if (!name.endsWith('.eml') || (await stat(path)).mtime >= before) continue
        await unlink(path)
        removed++
      }
      return removed
    },
    close: () => undefined,
  }
}

function listIfPresent(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
}
