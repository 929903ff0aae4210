import type { OpenedSharedFile, UnopenedSharedFile } from '../../transfer/keys/shared.ts'

/** Keys and addresses of the link's files, by id: what may not be in the store. */
let files = new Map<number, OpenedSharedFile | UnopenedSharedFile>()

export function keepOpenedFiles(opened: readonly (OpenedSharedFile | UnopenedSharedFile)[]): void {
  files = new Map(opened.map((one) => [one.record.id, one]))
}

export function forgetOpenedFiles(): void {
  files.clear()
}

export const openedFileOf = (id: number): OpenedSharedFile | UnopenedSharedFile | undefined => files.get(id)

export const allOpenedFiles = (): (OpenedSharedFile | UnopenedSharedFile)[] => [...files.values()]
