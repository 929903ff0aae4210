import { useEffect, useMemo, useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { type Fault, fault, FaultError } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { getUnlockedKey, type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { beginTransfer } from '../../../workers/shared/transfers.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { LinkForm } from './LinkForm.tsx'
import { notChangedText } from './useLinkChange.ts'
import { type LinkFields, linkRequestOf } from './linkFormFields.ts'
import { type LinkProblem, linkProblemText, LinkRefusedError } from './linkProblem.ts'
import {
  addToLink,
  type MadeLink,
  makeLink,
  QuestionedFilesError,
  recordsOutside,
  UnsharedFilesError,
} from './makeLink.ts'
import { reloadLink } from './reloadLink.ts'
import { CreatedLink } from './CreatedLink.tsx'
import { acceptReturned } from '../../trust/seenFilesMemory.ts'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx'

interface CreateLinkDialogProps {
  folder: Folder
  records: readonly FileRecord[]
  /** Their names in the list, by id. */
  rowNames: ReadonlyMap<number, string>
  unlockedKey: UnlockedKey
  onClose: () => void
}

/** Reason why the last attempt failed; 'locked' if the key was locked before it began. */
type FailureReason = 'locked' | Fault | LinkProblem

type QuestionedFiles = Pick<QuestionedFilesError, 'question' | 'files'>

interface ChoosingStep {
  name: 'choosing'
  failureReason: FailureReason | null
  /** Files that cannot be shared; the link can be made without them. */
  unopened: readonly FileRecord[]
  /** Set if they can be shared all the same, if the person wants it. */
  question: QuestionedFiles | null
}

const initialStep: ChoosingStep = { name: 'choosing', failureReason: null, unopened: [], question: null }

type CreateStep =
  | ChoosingStep
  | { name: 'making'; done: number; controller: AbortController }
  | { name: 'ready'; link: MadeLink }

export function CreateLinkDialog({ folder, records, rowNames, unlockedKey, onClose }: CreateLinkDialogProps) {
  const rules = useEffectiveRules()
  const { data: listed } = useDownloadLinksQuery(folder.id)
  // Not once more for each step of the progress: folders have thousands of files.
  const links = useMemo(
    () =>
      (listed ?? []).filter(
        (link) => (link.is_own || mayManage(folder)) && recordsOutside(link, records).length > 0,
      ),
    [listed, folder, records],
  )
  const [targetToken, setTargetToken] = useState('')
  // As it was listed last: somebody else may have changed it.
  const target = links.find((link) => link.link_token === targetToken) ?? null
  const making = { folder, records, target, unlockedKey, onAdded: onClose }
  const { step, chosenRecords, make, leaveOut, makeWith } = useMakeLink(making)

  // Asks for the key again if it was locked; a link in progress is completed.
  const isLocked = useUnlockedKey() === null
  const isUntouched = step.name === 'choosing' && step.failureReason === null
  useEffect(() => {
    if (isLocked && isUntouched) onClose()
  }, [isLocked, isUntouched, onClose])

  const shownRecords = target ? recordsOutside(target, chosenRecords) : chosenRecords
  const { unopened, question } = step.name === 'choosing' ? step : initialStep
  const isReady = step.name === 'ready'
  return (
    <TitledDialog
      open
      onClose={step.name === 'choosing' ? onClose : undefined}
      maxWidth="sm"
      title={t(isReady ? 'share.readyTitle' : target ? 'share.addTitle' : 'share.title')}
    >
      {isReady ? (
        <CreatedLink link={step.link} onClose={onClose} />
      ) : rules === null ? (
        <LoadingText>{t('rules.loading')}</LoadingText>
      ) : (
        <LinkForm
          rules={rules}
          links={links}
          target={target}
          onTarget={setTargetToken}
          records={shownRecords}
          rowNames={rowNames}
          error={
            step.name === 'choosing' && step.failureReason
              ? failureText(step.failureReason, step.question !== null, target !== null)
              : null
          }
          progress={step.name === 'making' ? step.done / (2 * shownRecords.length) : null}
          leaveOut={
            unopened.length > 0 && unopened.length < shownRecords.length
              ? { count: unopened.length, onLeaveOut: () => leaveOut(unopened) }
              : null
          }
          accept={
            question && { count: question.files.length, onAccept: (fields) => makeWith(question, fields) }
          }
          onSubmit={(fields) => make(fields)}
          onCancel={() => (step.name === 'making' ? step.controller.abort() : onClose())}
        />
      )}
    </TitledDialog>
  )
}

interface Making extends Pick<CreateLinkDialogProps, 'folder' | 'records' | 'unlockedKey'> {
  /** The link that the files are added to; null for a new one. */
  target: DownloadLink | null
  onAdded: () => void
}

/** Makes or changes the link, and says which step the dialog is at. On any failure the form is shown again. */
function useMakeLink({ folder, records, target, unlockedKey, onAdded }: Making) {
  const dispatch = useAppDispatch()
  const [step, setStep] = useState<CreateStep>(initialStep)
  const [chosenRecords, setChosenRecords] = useState(records)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const controller = step.name === 'making' ? step.controller : null
  useEffect(() => () => controller?.abort(), [controller])

  async function make(fields: LinkFields, acceptedUnsealed = accepted) {
    if (getUnlockedKey() !== unlockedKey) {
      setStep({ ...initialStep, failureReason: 'locked' })
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    setStep({ name: 'making', done: 0, controller })
    const files = { folder, records: chosenRecords, acceptedUnsealed }
    const endTransfer = beginTransfer()
    try {
      const onProgress = (preparedCount: number) => {
        if (!signal.aborted) setStep({ name: 'making', done: preparedCount, controller })
      }
      if (target) {
        const added = recordsOutside(target, chosenRecords)
        await dispatch(addToLink(target, { ...files, records: added }, unlockedKey, { signal, onProgress }))
        notify('success', t('share.filesAddedTo', { count: added.length }))
        onAdded()
        return
      }
      const linkRequest = { ...files, ...linkRequestOf(fields) }
      const link = await dispatch(makeLink(linkRequest, unlockedKey, { signal, onProgress }))
      setStep({ name: 'ready', link })
      dispatch(api.util.invalidateTags(['DownloadLinks', { type: 'Files', id: folder.id }]))
    } catch (error) {
      setStep(signal.aborted ? initialStep : failedStep(error))
    } finally {
      endTransfer()
      if (target) void dispatch(reloadLink(target))
    }
  }

  function leaveOut(files: readonly FileRecord[]) {
    const leftOut = new Set(files)
    setChosenRecords(chosenRecords.filter((record) => !leftOut.has(record)))
    setStep(initialStep)
  }

  async function makeWith({ question, files }: QuestionedFiles, fields: LinkFields) {
    if (question === 'returned') {
      await dispatch(acceptReturned(folder.id, files, unlockedKey))
      return make(fields)
    }
    const withThese = new Set([...accepted, ...files.map(({ mark }) => mark)])
    setAccepted(withThese)
    return make(fields, withThese)
  }

  return { step, chosenRecords, make, leaveOut, makeWith }
}

const failedStep = (error: unknown): CreateStep => ({
  name: 'choosing',
  failureReason: error instanceof LinkRefusedError ? error.problem : faultOf(error),
  unopened: error instanceof UnsharedFilesError ? error.records : [],
  question: error instanceof QuestionedFilesError ? error : null,
})

function failureText(failureReason: FailureReason, isQuestion: boolean, isChange: boolean): string {
  if (failureReason === 'locked') return faultText(fault('key-not-loaded'))
  if (isChange && 'code' in failureReason) return notChangedText(new FaultError(failureReason))
  const reason = 'code' in failureReason ? faultText(failureReason) : linkProblemText(failureReason)
  if (isQuestion) return reason
  if (isChange) return t('share.notChanged', { reason })
  return t('share.notCreated', { reason })
}
