import { access, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { numberedName } from '../../contract/names.ts'
import { exit, Stop } from '../exit.ts'

/** Another file is never overwritten. @throws Stop 'usage' where one has this name */
export async function mustBeFree(path: string): Promise<void> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  )
  if (isTaken)
    throw new Stop(
      exit.usage,
      `${path} is there already, and is not overwritten. Name another file by --receipt.`,
    )
}

/**
 * @param name taken as it is, or with the first number that is free
 * @returns its path @throws what the disk does
 */
export async function writeReceipt(folder: string, name: string, text: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = resolve(folder, n === 1 ? name : numberedName(name, n))
    try {
      await writeFile(path, text, { flag: 'wx' })
      return path
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
    }
  }
}
