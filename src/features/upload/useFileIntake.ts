import { useCallback, useEffect, useRef, useState } from 'react'
import { type DropEvent, type FileRejection, useDropzone } from 'react-dropzone'
import { maxFileBytes } from '../../../contract/limits.ts'
import { breathe } from '../../api/turns.ts'
import { useAppStore } from '../../store/hooks.ts'
import { onHandedOver } from '../../first/handedOver.ts'
import { t } from '../../texts/t.ts'
import { filesOfEntries, filesOfList, type Found, type ScanOptions } from './droppedFiles.ts'
import { takeFiles } from './intake.ts'
import { checkName } from './rejections.ts'
import { uploads } from './uploads.ts'

/** What the last drop or choice left out, and why. */
export interface LeftOut {
  rejected: FileRejection[]
  emptyFolders: string[]
  unreadable: string[]
}

export const nothingLeftOut: LeftOut = { rejected: [], emptyFolders: [], unreadable: [] }

interface IntakeOptions {
  disabled: boolean
  /** Somebody is about to give files. */
  onBegin: () => void
}

/** Takes files and folders: dropped anywhere on the page, chosen, or pasted. */
export function useFileIntake({ disabled, onBegin }: IntakeOptions) {
  const store = useAppStore()
  /** Files found so far while a drop is being read; null otherwise. */
  const [reading, setReading] = useState<number | null>(null)
  const [leftOut, setLeftOut] = useState(nothingLeftOut)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  const read = useCallback(async (event: DropEvent | FileSystemFileHandle[]) => {
    // While something is dragged over the page its files cannot be read yet: what counts is that there are some.
    if (!Array.isArray(event) && event.type.startsWith('drag')) return draggedItems(event)
    setReading(0)
    setLeftOut(nothingLeftOut)
    const found = await findFiles(event, { onCount: atMostTenTimesASecond(setReading), breathe })
    const { emptyFolders, unreadable } = found
    setLeftOut({ rejected: [], emptyFolders, unreadable })
    for (const { file, path } of found.files) uploads.directories.set(file, path)
    return found.files.map(({ file }) => file)
  }, [])

  const take = useCallback(
    async (files: File[], rejected: FileRejection[]) => {
      if (rejected.length > 0) setLeftOut((others) => ({ ...others, rejected }))
      const placed = files.map((file) => ({ file, path: uploads.directories.get(file) ?? '.' }))
      try {
        await takeFiles(uploads, store, placed, () => here.current)
      } finally {
        setReading(null)
      }
    },
    [store],
  )

  const options = {
    disabled,
    noClick: true,
    noKeyboard: true,
    maxSize: maxFileBytes,
    validator: checkName,
    getFilesFromEvent: read,
    onDrop: (files: File[], rejections: FileRejection[]) => void take(files, rejections),
    onError: () => setReading(null),
    onFileDialogOpen: onBegin,
    onDragEnter: onBegin,
  }
  const dropzone = useDropzone(options)
  // Only its input is used: one input cannot offer files and folders both.
  const folders = useDropzone({ ...options, noDrag: true, noPaste: true, preventDropOnDocument: false })

  const [ownInput, foldersInput] = [dropzone.inputRef, folders.inputRef]
  useEffect(() => {
    if (disabled) return
    return onHandedOver(({ files, isFolder }) => {
      const input = (isFolder ? foldersInput : ownInput).current
      onBegin()
      input.files = files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }, [disabled, onBegin, ownInput, foldersInput])

  return {
    reading,
    leftOut,
    forgetLeftOut: useCallback(() => setLeftOut(nothingLeftOut), []),
    isDragActive: dropzone.isDragActive,
    // What takes no files for now is the page as a whole; what stands on it can be used.
    rootProps: { ...dropzone.getRootProps(), 'aria-disabled': undefined },
    fileInputProps: dropzone.getInputProps({ 'aria-label': t('upload.chooseFiles'), disabled }),
    folderInputProps: folders.getInputProps({
      'aria-label': t('upload.chooseFolder'),
      disabled,
      webkitdirectory: '',
    }),
    chooseFiles: dropzone.open,
    chooseFolder: folders.open,
  }
}

export type FileIntake = ReturnType<typeof useFileIntake>

/** Phones and some browsers cannot pick folders: then there is no button for it. */
export const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype

function atMostTenTimesASecond(report: (count: number) => void): (count: number) => void {
  let last = -Infinity
  return (count) => {
    const now = performance.now()
    if (now - last < 100) return
    last = now
    report(count)
  }
}

function draggedItems(event: DropEvent): DataTransferItem[] {
  const items = 'dataTransfer' in event ? event.dataTransfer?.items : undefined
  return items ? [...items].filter(({ kind }) => kind === 'file') : []
}

/** There in Chromium only: a handle outlives the page, and spares the person to give the same files again. */
interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}
const ignored = () => undefined

async function findFiles(event: DropEvent | FileSystemFileHandle[], options: ScanOptions): Promise<Found> {
  if (Array.isArray(event)) {
    return filesOfList(await Promise.all(event.map((handle) => handle.getFile())), options)
  }
  const transfer =
    'dataTransfer' in event ? event.dataTransfer : 'clipboardData' in event ? event.clipboardData : null
  if (!transfer) {
    const { files } = event.target as HTMLInputElement
    return filesOfList(files ?? [], options)
  }
  // Entries can be asked for only while the event runs, hence before anything is awaited.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  for (const item of items as ItemWithHandle[]) {
    void item.getAsFileSystemHandle?.().then((handle) => handle && uploads.addRoot(handle), ignored)
  }
  const entries = items.map((item) => item.webkitGetAsEntry())
  const plain = items.flatMap((item, index) => (entries[index] ? [] : (item.getAsFile() ?? [])))
  const found = await filesOfEntries(
    entries.filter((entry) => entry !== null),
    options,
  )
  const others = await filesOfList(plain, { ...options, onCount: () => undefined })
  return { ...found, files: [...found.files, ...others.files] }
}
