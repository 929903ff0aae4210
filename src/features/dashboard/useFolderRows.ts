import type { Folder } from '../../../contract/schemas/folders.ts'
import { usePageRows } from '../../ui/lists/VirtualRows.tsx'
import type { CommonFolderProps } from './FolderActions.tsx'

export interface FolderListProps extends CommonFolderProps {
  folders: Folder[]
  createdId: number | null
}

/** A row of the table, or a card. */
export interface FolderRowProps extends CommonFolderProps {
  folder: Folder
  isCreated: boolean
  index: number
  total: number
  measure: (row: Element | null) => void
}

const options = { keyOf: ({ id }: Folder) => id, overscan: 8, renderAllUpTo: 100 }

/** The rows in view, and the height of those above and below. Each needs `measure` as ref and `data-index`. */
export function useFolderRows({ folders, createdId, ...common }: FolderListProps, height: number) {
  const { body, virtual } = usePageRows<Folder, HTMLTableSectionElement & HTMLUListElement>(folders, {
    ...options,
    height,
  })
  const inView = virtual.getVirtualItems()
  const [first] = inView
  const lastInView = inView.at(-1)
  const top = virtual.options.scrollMargin
  return {
    body,
    rows: inView.flatMap(({ index }): FolderRowProps[] => {
      const folder = folders[index]
      if (!folder) return []
      const isCreated = folder.id === createdId
      return [{ folder, isCreated, index, total: folders.length, measure: virtual.measureElement, ...common }]
    }),
    heightAbove: first ? first.start - top : 0,
    heightBelow: lastInView ? Math.max(0, virtual.getTotalSize() - (lastInView.end - top)) : 0,
  }
}
