import { createContext, startTransition, useLayoutEffect, useState } from 'react'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { runInSlices } from '../../../core/util/timeSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { selectKnownSenders } from './sealedFilesSlice.ts'
import { type Sender, type Senders, senderSteps } from './senders.ts'

/** Who sent the files of a folder, as far as it is known. Made in turns: null until it is known first. */
export function useSenders(folderId: number, records: readonly FileRecord[]): Senders | null {
  const known = useAppSelector((state) => selectKnownSenders(state, folderId))
  // Some are called by words of the page.
  const language = useLanguage()
  const [senders, setSenders] = useState<Senders | null>(null)
  useLayoutEffect(
    () => runInSlices(senderSteps(records, known), (made) => startTransition(() => setSenders(made))),
    [records, known, language],
  )
  return senders
}

/** A view of the files by their senders. */
export interface BySender {
  isOn: boolean
  onToggle: () => void
}

/** Who sent the files in the rows below, and how to see what they answered. */
export interface SenderMarks {
  readonly of: ReadonlyMap<number, Sender>
  readonly show: (file: { name: string; sender: Sender }) => void
}

export const SenderMarksContext = createContext<SenderMarks>({ of: new Map(), show: () => undefined })
