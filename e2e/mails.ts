import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

/** Mails to an address, oldest first. @param dataDir folder with the folder of mails */
export async function mailsTo(address: string, dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).sort()
  const all = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return all.filter((mail) => mail.to?.some((to) => to.address === address))
}

/** The code of the `count`-th mail to an address: a server without SMTP writes its mails into the data folder. */
export async function codeMailedTo(address: string, dataDir: string, count = 1): Promise<string> {
  for (const began = Date.now(); Date.now() - began < 15_000;) {
    const got = await mailsTo(address, dataDir)
    if (got.length > count) break
    if (got.length === count) return /^ {4}([0-9]{6})$/m.exec(got.at(-1)?.text ?? '')?.[1] ?? ''
    await delay(50)
  }
  throw new Error(`There are not ${count} mails to ${address}.`)
}
