/** Visible and enabled controls of the toolbar. */
export interface ToolbarState {
  /** 'all': search, filters and actions on all files; 'selection': actions on the selected ones. */
  shows: 'all' | 'selection'
  /** Selecting is off only while the list itself changes. Reading and filtering are never off. */
  canSelect: boolean
  /** False while a download or a deletion runs, and without the server. */
  canAct: boolean
  /** True if single files can be shared: on a phone, with the key open. */
  canShare: boolean
}

interface HeaderContext {
  selectedCount: number
  downloading: boolean
  deleting: boolean
  offline: boolean
  canShare?: boolean
}

export const toolbarState = ({
  selectedCount,
  downloading,
  deleting,
  offline,
  canShare = false,
}: HeaderContext): ToolbarState => ({
  shows: selectedCount > 0 ? 'selection' : 'all',
  canSelect: !deleting,
  canAct: !downloading && !deleting && !offline,
  canShare,
})
