import { type ReactNode, Suspense, useState } from 'react'
import { KeepWhileClosing } from '../ui/dialogs/KeepWhileClosing.tsx'
import { lazyExport } from '../ui/lazy/lazyExport.ts'
import type { PreviewedFile } from './PreviewDialog.tsx'

const PreviewDialog = lazyExport(() => import('./PreviewDialog.tsx'), 'PreviewDialog')

interface PreviewOptions<F> {
  /** In the order in which one goes from one to the next. */
  files: readonly F[]
  describe: (file: F) => PreviewedFile
  /** See `PreviewDialogProps`. */
  load: (file: F, onContent: (content: Blob) => void, signal: AbortSignal) => Promise<(() => string) | null>
  /** The preview closes once this is false. */
  mayShow?: boolean
  /** Closes the preview. */
  onDownload: (file: F) => void
  /** Buttons; each calls `close` first. */
  actions?: (file: F, close: () => void) => ReactNode
}

/** @returns a function that shows a file by its id, and the dialog in which it does */
export function usePreview<F>(options: PreviewOptions<F>): { open: (id: number) => void; dialog: ReactNode } {
  const { files, describe, load, mayShow = true, onDownload, actions } = options
  const [shownId, setShownId] = useState<number | null>(null)
  const index = shownId === null ? -1 : files.findIndex((file) => describe(file).id === shownId)
  const file = files[index]
  // Locked, or not in the list any more.
  if (shownId !== null && (!mayShow || file === undefined)) setShownId(null)
  const close = () => setShownId(null)
  const dialog = mayShow && (
    <KeepWhileClosing item={file === undefined ? null : { file, index }}>
      {(shown, open) => (
        <Suspense>
          <PreviewDialog
            open={open}
            file={describe(shown.file)}
            number={shown.index + 1}
            files={files.length}
            load={(onContent, signal) => load(shown.file, onContent, signal)}
            onMove={(by) => {
              const next = files[shown.index + by]
              if (next !== undefined) setShownId(describe(next).id)
            }}
            onDownload={() => {
              close()
              onDownload(shown.file)
            }}
            actions={actions?.(shown.file, close)}
            onClose={close}
          />
        </Suspense>
      )}
    </KeepWhileClosing>
  )
  return { open: setShownId, dialog }
}
