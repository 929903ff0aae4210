interface OwnUploadState {
  isSending: boolean
  /** True if given files wait until they can be taken. */
  hasWaiting: boolean
  isReading: boolean
  /** True while files of an interrupted upload are searched for. */
  isSearching: boolean
  pending: number
  failed: number
  /** Number of files that were given to an interrupted upload. */
  found: number
  /** True if a note says which of the given files were not taken. */
  hasLeftOut: boolean
}

/** True if no file, and no word about one, would be lost with the panel of an upload into an own folder. */
export const isOwnUploadOver = ({
  isSending,
  hasWaiting,
  isReading,
  isSearching,
  pending,
  failed,
  found,
  hasLeftOut,
}: OwnUploadState): boolean =>
  !isSending && !hasWaiting && !isReading && !isSearching && pending + failed + found === 0 && !hasLeftOut
