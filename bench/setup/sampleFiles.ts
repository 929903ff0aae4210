import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeRandomFile } from '../../e2e/sampleFiles.ts'
import { MiB } from '../../contract/limits.ts'

/** Made once and kept: files of random bytes, which no disk and no browser can make smaller. */
export const cache = join('.cache', 'bench')

export async function largeFile(bytes: number): Promise<string> {
  const path = join(cache, `${bytes / MiB}-mib.bin`)
  if (existsSync(path) && statSync(path).size === bytes) return path
  mkdirSync(cache, { recursive: true })
  await writeRandomFile(path, bytes)
  return path
}

/** Where the `index`th of many files lies below their folder. */
export const nameInFolder = (index: number): string =>
  join(`directory ${Math.floor(index / 500)}`, `file ${index}.bin`)

/** A folder of directories of files. */
export function folderOfFiles(count: number, fileBytes: number): string {
  const folder = join(cache, `${count}-files-of-${fileBytes}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.unfinished`
  for (let index = 0; index < count; index++) {
    const path = join(unfinished, nameInFolder(index))
    if (index % 500 === 0) mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, randomBytes(fileBytes))
  }
  renameSync(unfinished, folder)
  return folder
}
