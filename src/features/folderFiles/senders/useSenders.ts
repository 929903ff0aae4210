import { createContext, startTransition, useLayoutEffect, useState } from 'react'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { runInSlices } from '../../../../core/util/timeSlice.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { useLanguage } from '../../../i18n/useLanguage.ts'
import { selectOpenedSenderData } from '../checks/sealedFilesSlice.ts'
import { type Sender, type Senders, findSendersInSteps } from './senders.ts'

/** Returns the known senders of a folder's files. Computed in time slices: null until the first result. */
export function useSenders(folderId: number, records: readonly FileRecord[]): Senders | null {
  const openedData = useAppSelector((state) => selectOpenedSenderData(state, folderId))
  // Some titles are texts of the page.
  const language = useLanguage()
  const [senders, setSenders] = useState<Senders | null>(null)
  useLayoutEffect(
    () =>
      runInSlices(findSendersInSteps(records, openedData), (result) =>
        startTransition(() => setSenders(result)),
      ),
    [records, openedData, language],
  )
  return senders
}

export interface SenderGrouping {
  isOn: boolean
  onToggle: () => void
}

/** Senders of the rows below, and how to open their answers. */
export interface RowSenders {
  readonly byFile: ReadonlyMap<number, Sender>
  readonly showSender: (file: { name: string; sender: Sender }) => void
}

export const RowSendersContext = createContext<RowSenders>({ byFile: new Map(), showSender: () => undefined })
