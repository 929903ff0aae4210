import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'

/** The code of the `count`-th mail to an address: a server without SMTP writes its mails into the data folder. */
export async function codeMailedTo(address: string, dataDir: string, count = 1): Promise<string> {
  const folder = join(dataDir, 'mail')
  const mails = async () => {
    const names = (await readdir(folder).catch(() => [])).sort()
    const all = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    )
    return all.filter((mail) => mail.to?.some((to) => to.address === address))
  }
  await expect.poll(async () => (await mails()).length).toBe(count)
  return /^ {4}([0-9]{6})$/m.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
}
