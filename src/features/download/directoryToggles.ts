import { withToggled } from '../../../core/util/withToggled.ts'

/** Directories that were opened or closed by hand. A search expands all, and has a set of its own. */
export interface DirectoryToggles {
  /** Words of the search, as typed. */
  readonly typed: string
  readonly toggled: ReadonlySet<string>
  readonly closedInSearch: ReadonlySet<string>
}

export const initialToggles: DirectoryToggles = {
  typed: '',
  toggled: new Set(),
  closedInSearch: new Set(),
}

const isSearching = ({ typed }: DirectoryToggles): boolean => typed.trim() !== ''

/** @param startOpen true if directories are expanded initially */
export const isDirectoryOpen = (toggles: DirectoryToggles, path: string, startOpen: boolean): boolean =>
  isSearching(toggles) ? !toggles.closedInSearch.has(path) : toggles.toggled.has(path) !== startOpen

export function withToggledDirectory(toggles: DirectoryToggles, path: string): DirectoryToggles {
  const changed = isSearching(toggles) ? 'closedInSearch' : 'toggled'
  return { ...toggles, [changed]: withToggled(toggles[changed], path) }
}

/** Other words expand all once more. */
export const withTyped = (toggles: DirectoryToggles, typed: string): DirectoryToggles => ({
  ...toggles,
  typed,
  closedInSearch: new Set(),
})
