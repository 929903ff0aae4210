import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { readMessage } from '../../contract/messageFile.ts'
import { t } from '../../i18n/t.ts'
import { notify } from '../store/hooks.ts'
import { KeepWhileClosing } from '../ui/dialogs/KeepWhileClosing.tsx'
import { lazyExport } from '../ui/lazy/lazyExport.ts'

const ReadMessageDialog = lazyExport(() => import('./ReadMessageDialog.tsx'), 'ReadMessageDialog')

/** Shows messages in a dialog, which closes once `mayShow` is false. `onContent` takes the verified content of the file. */
export function useMessageReader(mayShow = true): { onContent: (content: Blob) => void; dialog: ReactNode } {
  const [shown, setShown] = useState<{ text: string } | null>(null)
  if (!mayShow && shown) setShown(null)
  const onContent = useCallback((content: Blob) => {
    void content.arrayBuffer().then((buffer) => {
      const text = readMessage(new Uint8Array(buffer))
      if (text === null) notify('error', t('message.unreadable'))
      else setShown({ text })
    })
  }, [])
  const dialog = mayShow && (
    <KeepWhileClosing item={shown}>
      {({ text }, open) => (
        <Suspense>
          <ReadMessageDialog open={open} text={text} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </KeepWhileClosing>
  )
  return { onContent, dialog }
}
