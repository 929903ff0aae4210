import { useCallback, useEffect, useRef, useState } from 'react'
import { type DropEvent, useDropzone } from 'react-dropzone'
import { Throttle } from '../../../../core/util/throttle.ts'
import { yieldToMain } from '../../../../core/util/timeSlice.ts'
import { useAppStore } from '../../../store/hooks.ts'
import { useIsMounted } from '../../../ui/hooks/useIsMounted.ts'
import {
  type IncomingFiles,
  incomingFilesOf,
  fromDataTransfer,
  type FileHandover,
} from '../../../first/incomingFiles.ts'
import { t } from '../../../../i18n/t.ts'
import { scanEntries, scanFileList, type ScanResult, type ScanOptions } from './scanFiles.ts'
import { addToQueue } from './addToQueue.ts'
import { type Rejection, rejectionOf } from './rejections.ts'
import { appUploadService } from '../sending/appUploadService.ts'

/** Files that the last drop or choice could not take, with reasons. */
export interface LeftOut {
  rejected: Rejection[]
  emptyFolders: string[]
  unreadable: string[]
  /** True if it contained no file and nothing else to report. */
  wasEmpty: boolean
}

export const nothingLeftOut: LeftOut = { rejected: [], emptyFolders: [], unreadable: [], wasEmpty: false }

/** Interval in milliseconds at which the number of found files is shown. */
const countInterval = 100

interface IntakeOptions {
  /** Files that others hand over: given before the page had loaded, or to the page around it. */
  handover: FileHandover
  disabled: boolean
  /** Maximum size of a file, in bytes; larger ones are rejected. */
  maxFileBytes: number
  onBegin: () => void
}

/** Takes files and folders that are dropped on the page, chosen or pasted. */
export function useFileIntake({ handover, disabled, maxFileBytes, onBegin }: IntakeOptions) {
  const store = useAppStore()
  /** Number of files found while a drop is being read; null otherwise. */
  const [reading, setReading] = useState<number | null>(null)
  const [leftOut, setLeftOut] = useState(nothingLeftOut)
  const isMounted = useIsMounted()

  /** Processes drops and choices one after the other. */
  const intakeQueue = useRef({ openCount: 0, last: Promise.resolve() })
  const enqueue = useCallback(
    (incomingFiles: IncomingFiles) => {
      const queue = intakeQueue.current
      for (const handle of incomingFiles.handles.values())
        void handle.then((root) => root && appUploadService.addRoot(root))
      if (queue.openCount++ === 0) setLeftOut(nothingLeftOut)
      setReading((found) => found ?? 0)
      const task = queue.last.then(async () => {
        try {
          const throttle = new Throttle(countInterval)
          const onCount = (count: number) => throttle.tryPass(performance.now()) && setReading(count)
          const scanResult = await scanIncomingFiles(incomingFiles, { onCount, yieldToMain })
          const rejected = scanResult.files.flatMap((one) => rejectionOf(one, maxFileBytes) ?? [])
          const isRejected = new Set(rejected.map(({ file }) => file))
          setLeftOut((before) => addLeftOut(before, scanResult, rejected))
          const accepted = scanResult.files.filter(({ file }) => !isRejected.has(file))
          await addToQueue(appUploadService, store, accepted, isMounted)
        } finally {
          if (--queue.openCount === 0) setReading(null)
        }
      })
      queue.last = task.catch(reportError)
    },
    [store, maxFileBytes, isMounted],
  )

  const options = {
    disabled,
    noClick: true,
    noKeyboard: true,
    // The whole document is listened to: mostly nothing has the focus.
    noPaste: true,
    // Files cannot be read while they are dragged, so only their presence counts. Given files are read
    // elsewhere: of two drops at once, the dropzone would lose the first.
    getFilesFromEvent: (event: DropEvent | FileSystemFileHandle[]) => {
      const incomingFiles = filesGivenBy(event)
      if (incomingFiles) enqueue(incomingFiles)
      return Promise.resolve(incomingFiles || Array.isArray(event) ? [] : draggedItems(event))
    },
    onFileDialogOpen: onBegin,
    onDragEnter: onBegin,
  }
  const dropzone = useDropzone(options)
  // Only its input is used, since one input cannot offer both files and folders.
  const folders = useDropzone({ ...options, noDrag: true, preventDropOnDocument: false })

  useEffect(() => {
    if (disabled) return
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: pasted } = event
      if (event.defaultPrevented || !pasted || pasted.files.length === 0 || isForField(event, pasted)) return
      event.preventDefault()
      onBegin()
      enqueue(fromDataTransfer(pasted))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [disabled, onBegin, enqueue])

  useEffect(() => {
    if (disabled) return
    return handover.subscribe((incomingFiles) => {
      onBegin()
      enqueue(incomingFiles)
    })
  }, [handover, disabled, onBegin, enqueue])

  return {
    reading,
    leftOut,
    forgetLeftOut: useCallback(() => setLeftOut(nothingLeftOut), []),
    isDragActive: dropzone.isDragActive,
    // Only the drop target is disabled, not the controls inside it.
    rootProps: { ...dropzone.getRootProps(), 'aria-disabled': undefined },
    // Assistive tools get the buttons, not the hidden inputs as well.
    fileInputProps: dropzone.getInputProps({
      'aria-label': t('upload.chooseFiles'),
      'aria-hidden': true,
      disabled,
    }),
    folderInputProps: folders.getInputProps({
      'aria-label': t('upload.chooseFolder'),
      'aria-hidden': true,
      disabled,
      webkitdirectory: '',
    }),
    chooseFiles: dropzone.open,
    chooseFolder: folders.open,
  }
}

export type FileIntake = ReturnType<typeof useFileIntake>

/** True if the browser can choose folders; phones and some browsers cannot. */
export const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype

function draggedItems(event: DropEvent): DataTransferItem[] {
  const items = 'dataTransfer' in event ? event.dataTransfer?.items : undefined
  return items ? [...items].filter(({ kind }) => kind === 'file') : []
}

/** True for text that is pasted into a field: word processors add a picture of it. */
const isForField = ({ target }: ClipboardEvent, { types }: DataTransfer): boolean =>
  types.includes('text/plain') && target instanceof Element && target.closest('input, textarea') !== null

/** Returns the dropped or chosen files; null during a drag. */
function filesGivenBy(event: DropEvent | FileSystemFileHandle[]): IncomingFiles | null {
  // Handles never occur here: the dropzone opens no handle picker by default.
  if (Array.isArray(event) || event.type.startsWith('drag')) return null
  const transfer = 'dataTransfer' in event ? event.dataTransfer : null
  return transfer
    ? fromDataTransfer(transfer)
    : incomingFilesOf((event.target as HTMLInputElement).files ?? [])
}

async function scanIncomingFiles(incomingFiles: IncomingFiles, options: ScanOptions): Promise<ScanResult> {
  const scanResult = await scanEntries(incomingFiles.entries, { ...options, handles: incomingFiles.handles })
  const plain = await scanFileList(incomingFiles.files, {
    ...options,
    onCount: (files) => options.onCount(scanResult.files.length + files),
  })
  return {
    ...scanResult,
    files: [...scanResult.files, ...plain.files],
    unreadable: [...scanResult.unreadable, ...plain.unreadable],
  }
}

/** Returns what was left out before if all of the found files were taken. */
function addLeftOut(previousLeftOut: LeftOut, scanResult: ScanResult, rejected: Rejection[]): LeftOut {
  const { files, emptyFolders, unreadable } = scanResult
  if (files.length > 0 && rejected.length + emptyFolders.length + unreadable.length === 0)
    return previousLeftOut
  return {
    rejected: [...previousLeftOut.rejected, ...rejected],
    emptyFolders: [...previousLeftOut.emptyFolders, ...emptyFolders],
    unreadable: [...previousLeftOut.unreadable, ...unreadable],
    wasEmpty: previousLeftOut.wasEmpty || files.length + emptyFolders.length + unreadable.length === 0,
  }
}
