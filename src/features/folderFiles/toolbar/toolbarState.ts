export interface ToolbarState {
  /** 'all': search, filters and actions on all files; 'selection': actions on the selected ones. */
  shows: 'all' | 'selection'
  /** Selecting is off only while the list itself changes. Reading and filtering are never off. */
  canSelect: boolean
  /** False while a download or a deletion runs, and without the server. */
  canAct: boolean
}

interface ToolbarConditions {
  selectedCount: number
  downloading: boolean
  deleting: boolean
  offline: boolean
}

export const toolbarState = (conditions: ToolbarConditions): ToolbarState => ({
  shows: conditions.selectedCount > 0 ? 'selection' : 'all',
  canSelect: !conditions.deleting,
  canAct: !conditions.downloading && !conditions.deleting && !conditions.offline,
})
