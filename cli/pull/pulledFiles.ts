import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import { nameKey } from '../../contract/fileNames.ts'
import { z } from '../../contract/schemas/zod.ts'
import { FaultError } from '../../core/faults/fault.ts'
import { refusedError, usageError } from '../exitCodes.ts'
import { parseJsonAs, writeFileAtomically } from '../platform/stateFile.ts'
import { faultOfDisk, ignoreErrorCodes, isDiskFull } from '../platform/diskErrors.ts'
import { ensurePrivateFolder } from '../platform/privateFolder.ts'
import { pulledListFolder } from '../download/reservedFolders.ts'
import { BatchCompleteness, type BatchPosition } from './batchCompleteness.ts'
import type { FolderAddress } from '../account/folderAddress.ts'

const listFileName = 'files.jsonl'

/** A file that was pulled. */
export interface PulledFile {
  /** Id on the server. */
  readonly id: number
  /** Path below the folder, '/'-separated; for a refused file, its current path. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the verified content. */
  readonly sha256: string
  /** 'here': in place; 'taken' or 'refused' by the program of --then. Stored as `is`. */
  readonly state: 'here' | 'taken' | 'refused'
  /** The hash in the server's list, if it differs. */
  readonly shown?: string
}

/**
 * [Note: What was pulled]
 * A first line of JSON names the folder, and each further line a file. A line is written once the file is in
 * place, so files that are moved away, as by an import, are not fetched again. After a kill in between, the
 * file is found in place, or fetched once more. The last line may be truncated.
 */
export class PulledFiles {
  readonly batches = new BatchCompleteness()
  /** By id; of files that had one name after another, the last has it. */
  readonly #files: Map<number, PulledFile>
  /** The last file of each name, in a case-insensitive form. */
  readonly #filesByName = new Map<string, PulledFile>()
  /** Null for a dry run, which writes nothing. */
  readonly #descriptor: number | null
  #isSynced = true

  private constructor(files: Map<number, PulledFile>, descriptor: number | null) {
    this.#files = files
    this.#descriptor = descriptor
    for (const file of files.values()) this.#addName(file)
  }

  /** Opens the list of a target folder. @param root its path @param isDry writes nothing @throws CommandError 'usage', 'refused' */
  static async open(root: string, { origin, id }: FolderAddress, isDry = false): Promise<PulledFiles> {
    const folder = join(root, pulledListFolder)
    if (!isDry) await ensurePrivateFolder(folder)
    const path = join(folder, listFileName)
    const head = JSON.stringify({ v: 1, origin, folder: id })
    const [first, ...lines] = await readLines(path)
    if (first === undefined && !isDry) await writeFileAtomically(path, `${head}\n`)
    if (first !== undefined && first !== head)
      throw usageError(
        `${root} belongs to another folder on the server: ${first}. Choose another folder on this disk.`,
      )
    const files = new Map<number, PulledFile>()
    const pulled: PulledLine[] = []
    for (const [index, line] of lines.entries()) {
      const pulledLine = parseLine(line)
      if (!pulledLine)
        throw refusedError(
          `Line ${index + 2} of ${path} cannot be read. The file lists what was pulled. Restore it, or remove it to fetch all files again.`,
        )
      setFile(files, pulledLine.file)
      pulled.push(pulledLine)
    }
    // Rewritten without truncated and outdated lines.
    if (first !== undefined && !isDry) {
      const positions = new Map(pulled.map(({ file, position }) => [file.id, position]))
      const latest = [...files.values()].map((file) => formatLine(file, positions.get(file.id) ?? null))
      await writeFileAtomically(path, [head, ...latest].map((line) => `${line}\n`).join(''))
    }
    const opened = new PulledFiles(files, isDry ? null : openSync(path, 'a', 0o600))
    for (const { position } of pulled) if (position) opened.batches.addFile(position)
    opened.batches.markReported()
    return opened
  }

  /** True if the file was pulled, and its list entry has not changed. */
  has({ id, file_hash }: Pick<HashedFileRecord, 'id' | 'file_hash'>): boolean {
    const file = this.#files.get(id)
    return file !== undefined && (file.shown ?? file.sha256) === file_hash
  }

  find(id: number): PulledFile | undefined {
    return this.#files.get(id)
  }

  /** The name of a pulled file that has, or had, this path. */
  findName(name: string): string | undefined {
    return this.#filesByName.get(nameKey(name))?.name
  }

  /** Adds a file. The line survives a kill once this returns, and a power failure after `sync`. @throws as `appendWhole` */
  add(file: PulledFile, position: BatchPosition | null): void {
    if (this.#descriptor !== null) {
      appendWhole(this.#descriptor, `${formatLine(file, position)}\n`)
      this.#isSynced = false
    }
    if (setFile(this.#files, file)) this.#addName(file)
    if (position) this.batches.addFile(position)
  }

  /** Makes lines durable across power failures. @throws FaultError 'device-full'; other errors of the disk */
  sync(): void {
    try {
      if (!this.#isSynced && this.#descriptor !== null) fsyncSync(this.#descriptor)
    } catch (error) {
      throw errorOfDisk(error)
    }
    this.#isSynced = true
  }

  close(): void {
    this.sync()
    if (this.#descriptor !== null) closeSync(this.#descriptor)
  }

  /** Forgets files that are no longer in place, also if another one has their name by now. */
  async forgetMissing(root: string): Promise<void> {
    for (const { id, name, state } of this.#files.values()) {
      if (state !== 'here') continue
      const last = this.#filesByName.get(nameKey(name))
      const isReplaced = last !== undefined && last.id !== id
      if (!isReplaced && (await lstat(join(root, name)).catch(() => null))) continue
      this.#files.delete(id)
      if (last?.id === id) this.#filesByName.delete(nameKey(name))
    }
  }

  #addName(file: PulledFile): void {
    if (file.state === 'here') this.#filesByName.set(nameKey(file.name), file)
  }
}

/**
 * Sets a file as the last one. If only its list entry has changed, it keeps its place, since another file may have its
 * name by now.
 * @returns false for a changed list entry
 */
function setFile(files: Map<number, PulledFile>, file: PulledFile): boolean {
  const previous = files.get(file.id)
  const isChangedEntry =
    previous?.name === file.name && previous.sha256 === file.sha256 && previous.shown !== file.shown
  if (!isChangedEntry) files.delete(file.id)
  files.set(file.id, file)
  return !isChangedEntry
}

/**
 * Appends all of a text or nothing: a nearly full disk may take only part of it.
 * @throws FaultError 'device-full'; other errors of the disk
 */
function appendWhole(descriptor: number, text: string): void {
  const { size } = fstatSync(descriptor)
  try {
    writeFileSync(descriptor, Buffer.from(text))
  } catch (error) {
    // The next line would continue half of this one.
    ftruncateSync(descriptor, size)
    throw errorOfDisk(error)
  }
}

/** Some disks say only at `fsync` that they are full. */
const errorOfDisk = (error: unknown): unknown =>
  isDiskFull(error) ? new FaultError(faultOfDisk(error), { cause: error }) : error

async function readLines(path: string): Promise<string[]> {
  const text = (await readFile(path, 'utf8').catch(ignoreErrorCodes('ENOENT'))) ?? ''
  // The text after the last line end is empty or truncated.
  return text.split('\n').slice(0, -1)
}

function formatLine(
  { id, name, size, sha256, state, shown }: PulledFile,
  position: BatchPosition | null,
): string {
  const batch = position ? [position.batch, position.index, position.count] : undefined
  return JSON.stringify({ id, name, size, sha256, is: state, shown, batch })
}

const pulledLineSchema = z.object({
  id: z.int(),
  name: z.string(),
  size: z.int(),
  sha256: z.string(),
  is: z.enum(['here', 'taken', 'refused']),
  shown: z.string().optional().catch(undefined),
  batch: z.tuple([z.string(), z.int(), z.int()]).optional().catch(undefined),
})

interface PulledLine {
  readonly file: PulledFile
  readonly position: BatchPosition | null
}

/** @returns null for an invalid line */
function parseLine(line: string): PulledLine | null {
  const parsed = parseJsonAs(pulledLineSchema, line)
  if (!parsed) return null
  const { batch, shown, is: state, ...file } = parsed
  const position = batch ? { batch: batch[0], index: batch[1], count: batch[2] } : null
  return { file: { ...file, state, ...(shown !== undefined && { shown }) }, position }
}
