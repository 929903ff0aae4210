import { useEffect, useRef, useState } from 'react'
import type { SentLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { useAppDispatch } from '../../store/hooks.ts'
import { beginTransfer } from '../../../workers/shared/transfers.ts'
import type { LinkFields } from './linkFormFields.ts'
import { linkProblemText, LinkRefusedError } from './linkProblem.ts'
import type { MadeLink } from './makeLink.ts'
import { notChangedText } from './useLinkChange.ts'
import { addSentFiles, createSentFolder, linkSentFiles, type SentFile } from './sendFiles.ts'

type SendStep =
  | { name: 'choosing'; failure: unknown }
  | { name: 'preparing' }
  | { name: 'sending' }
  | { name: 'linking'; fraction: number }
  | { name: 'ready'; link: MadeLink | null }

const choosing: SendStep = { name: 'choosing', failure: null }

type SendInto = (folder: Folder, key: UnlockedKey, message: string) => Promise<readonly SentFile[] | null>

/** A link of files that were sent before, to which others are added. */
export interface SendTarget {
  link: SentLink
  folder: Folder
}

/**
 * Makes a folder, sends files into it, and makes a link of them; or adds them to one (`target`), whose folder there is. What fails or is cancelled leads back to the form, and
 * the next attempt goes on with the same folder.
 */
export function useSend(unlock: Unlock['unlock'], target: SendTarget | null) {
  const dispatch = useAppDispatch()
  const [step, setStep] = useState<SendStep>(choosing)
  const folder = useRef(target?.folder ?? null)
  const left = useRef(new AbortController())
  useEffect(() => {
    const controller = (left.current = new AbortController())
    return () => controller.abort()
  }, [])

  async function link(sent: readonly SentFile[], into: Folder, fields: LinkFields): Promise<SendStep> {
    // A long upload may have outlasted the key.
    const key = await unlock(() => t('files.linkPurpose'))
    if (!key) return choosing
    setStep({ name: 'linking', fraction: 0 })
    const onProgress = (done: number) =>
      setStep({ name: 'linking', fraction: done / Math.max(1, 2 * sent.length) })
    const { signal } = left.current
    const files = { folder: into, sent }
    const options = { signal, onProgress }
    const made = target
      ? (await dispatch(addSentFiles({ ...files, link_token: target.link.link_token }, key, options)), null)
      : await dispatch(linkSentFiles({ ...files, fields: { ...fields, message: '' } }, key, options))
    dispatch(api.util.invalidateTags(['DownloadLinks', { type: 'Files', id: into.id }]))
    return { name: 'ready', link: made }
  }

  async function send(fields: LinkFields, sendInto: SendInto): Promise<void> {
    const { signal } = left.current
    const isLeft = () => signal.aborted
    const key = await unlock(() => t('files.linkPurpose'))
    if (!key) return
    setStep({ name: 'preparing' })
    const endTransfer = beginTransfer()
    try {
      const into = (folder.current ??= await dispatch(createSentFolder()))
      if (isLeft()) return
      setStep({ name: 'sending' })
      const sent = await sendInto(into, key, fields.message.trim())
      if (isLeft()) return
      setStep(sent ? await link(sent, into, fields) : choosing)
    } catch (error) {
      if (!isLeft()) setStep({ name: 'choosing', failure: error })
    } finally {
      endTransfer()
    }
  }

  return { step, send }
}

export const sendFailureText = (failure: unknown, isChange: boolean): string =>
  isChange
    ? notChangedText(failure)
    : t('share.notCreated', {
        reason: failure instanceof LinkRefusedError ? linkProblemText(failure.problem) : errorText(failure),
      })
