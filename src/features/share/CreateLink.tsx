import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId, useState } from 'react'
import type { FileRecord } from '../../../contract/folders.ts'
import { api } from '../../api/api.ts'
import { errorMessage, keyTexts } from '../../api/errorCatalogue.ts'
import { getUnlockedKey, type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { transferBegan } from '../../store/transfers.ts'
import { LinkForm } from './LinkForm.tsx'
import { expirationOf, type LinkFields } from './linkForm.ts'
import { LinkRefusedError } from './linkRefused.ts'
import { type MadeLink, makeLink, UnopenedFilesError } from './makeLink.ts'
import { ReadyLink } from './ReadyLink.tsx'

interface CreateLinkProps {
  folderId: number
  records: readonly FileRecord[]
  unlockedKey: UnlockedKey
  onClose: () => void
}

type Step =
  /** `unopened`: files whose keys do not open; the link can be made without them. */
  | { name: 'choosing'; error: string | null; unopened?: readonly FileRecord[] }
  | { name: 'making'; done: number; controller: AbortController }
  | { name: 'ready'; link: MadeLink }

/** The dialog that makes a download link for files, and then hands it out. */
export function CreateLink({ folderId, records: chosen, unlockedKey, onClose }: CreateLinkProps) {
  const dispatch = useAppDispatch()
  const titleId = useId()
  const [step, setStep] = useState<Step>({ name: 'choosing', error: null })
  const [records, setRecords] = useState(chosen)
  const controller = step.name === 'making' ? step.controller : null
  useEffect(() => () => controller?.abort(), [controller])

  async function make(fields: LinkFields) {
    if (getUnlockedKey() !== unlockedKey) {
      setStep({ name: 'choosing', error: keyTexts.notLoaded })
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    setStep({ name: 'making', done: 0, controller })
    const wish = {
      records,
      password: fields.hasPassword ? fields.password : null,
      expiration: expirationOf(fields),
    }
    const ended = transferBegan()
    try {
      const link = await makeLink(wish, unlockedKey, {
        signal,
        onProgress: (done) => {
          if (!signal.aborted) setStep({ name: 'making', done, controller })
        },
      })
      setStep({ name: 'ready', link })
    } catch (error) {
      if (signal.aborted) setStep({ name: 'choosing', error: null })
      else {
        const unopened = error instanceof UnopenedFilesError ? error.records : []
        setStep({ name: 'choosing', error: `Failed to create link. ${reasonOf(error)}`, unopened })
      }
      return
    } finally {
      ended()
    }
    dispatch(api.util.invalidateTags(['DownloadLinks', { type: 'Files', id: folderId }]))
  }

  // A key that was locked meanwhile is asked for anew. What is being made goes on.
  const isLocked = useUnlockedKey() === null
  const isUntouched = step.name === 'choosing' && step.error === null
  useEffect(() => {
    if (isLocked && isUntouched) onClose()
  }, [isLocked, isUntouched, onClose])

  const isReady = step.name === 'ready'
  return (
    <Dialog
      open
      onClose={step.name === 'choosing' ? onClose : undefined}
      maxWidth="sm"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{isReady ? 'Download Link Ready' : 'Create Download Link'}</DialogTitle>
      {isReady ? (
        <ReadyLink link={step.link} onClose={onClose} />
      ) : (
        <LinkForm
          records={records}
          error={step.name === 'choosing' ? step.error : null}
          progress={step.name === 'making' ? step.done / (2 * records.length) : null}
          leaveOut={
            step.name === 'choosing' && step.unopened?.length && step.unopened.length < records.length
              ? {
                  count: step.unopened.length,
                  onLeaveOut: () => {
                    const left = new Set(step.unopened)
                    setRecords(records.filter((record) => !left.has(record)))
                    setStep({ name: 'choosing', error: null })
                  },
                }
              : null
          }
          onSubmit={(fields) => void make(fields)}
          cancel={
            <Button variant="outlined" onClick={() => (controller ? controller.abort() : onClose())}>
              Cancel
            </Button>
          }
        />
      )}
    </Dialog>
  )
}

const reasonOf = (error: unknown): string =>
  error instanceof LinkRefusedError ? error.message : errorMessage(error)
