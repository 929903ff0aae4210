import { useEffect, useRef, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import { type Fault, fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { beginTransfer } from '../../../workers/shared/transfers.ts'
import { type CopySelection, openFilesToCopy, copyFiles, newCopyId } from './fileCopy.ts'

/** State of a copy operation. Copied files stay, even if it fails. */
export type CopyStep =
  | { name: 'reading'; done: number }
  | { name: 'unreadable'; fault: Fault }
  | { name: 'choosing'; chosen: CopySelection }
  | { name: 'copying'; chosen: CopySelection; target: Folder; done: number }
  /** `fault` is null if the person stopped it. */
  | { name: 'halted'; chosen: CopySelection; target: Folder; done: number; fault: Fault | null }
  | { name: 'done'; chosen: CopySelection; target: Folder }

/** Reads the names from the manifests at once, and copies once a target is chosen. Unmounting stops it. */
export function useFileCopy(source: Folder, records: readonly FileRecord[], key: UnlockedKey) {
  const dispatch = useAppDispatch()
  const [step, setStep] = useState<CopyStep>({ name: 'reading', done: 0 })
  const [attempt, setAttempt] = useState(0)
  const [copyId] = useState(newCopyId)
  // Keeps the folder and files from when the dialog was opened.
  const [initial] = useState({ source, records })
  const controller = useRef(new AbortController())

  useEffect(() => {
    const { signal } = (controller.current = new AbortController())
    const onProgress = (copiedCount: number) => {
      if (!signal.aborted) setStep({ name: 'reading', done: copiedCount })
    }
    dispatch(openFilesToCopy(initial.source, initial.records, key, { signal, onProgress })).then(
      (chosen) => {
        if (!signal.aborted) setStep({ name: 'choosing', chosen })
      },
      (error: unknown) => {
        if (!signal.aborted) setStep({ name: 'unreadable', fault: faultOf(error) })
      },
    )
    return () => controller.current.abort()
  }, [dispatch, initial, key, attempt])

  async function copy(chosen: CopySelection, target: Folder, fromIndex: number) {
    if (getUnlockedKey() !== key) {
      setStep({ name: 'halted', chosen, target, done: fromIndex, fault: fault('key-not-loaded') })
      return
    }
    const { signal } = (controller.current = new AbortController())
    let copiedCount = fromIndex
    const onProgress = (files: number) => {
      copiedCount = files
      if (!signal.aborted) setStep({ name: 'copying', chosen, target, done: copiedCount })
    }
    setStep({ name: 'copying', chosen, target, done: copiedCount })
    const endTransfer = beginTransfer()
    try {
      await dispatch(
        copyFiles({ copyId, target, files: chosen.files, fromIndex }, key, { signal, onProgress }),
      )
      setStep({ name: 'done', chosen, target })
    } catch (error) {
      setStep({
        name: 'halted',
        chosen,
        target,
        done: copiedCount,
        fault: signal.aborted ? null : faultOf(error),
      })
    } finally {
      endTransfer()
      const folders = [target.id, 'LIST'].map((id) => ({ type: 'Folder', id }) as const)
      dispatch(api.util.invalidateTags([{ type: 'Files', id: target.id }, ...folders]))
    }
  }

  return {
    step,
    retryReading: () => {
      setStep({ name: 'reading', done: 0 })
      setAttempt(attempt + 1)
    },
    start: (target: Folder) => step.name === 'choosing' && void copy(step.chosen, target, 0),
    stop: () => controller.current.abort(),
    resume: () => step.name === 'halted' && void copy(step.chosen, step.target, step.done),
  }
}

export type FileCopy = ReturnType<typeof useFileCopy>
