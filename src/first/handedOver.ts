/** Files that somebody has chosen before the application was there to take them. */
export interface Given {
  files: FileList
  /** Of a folder, with the paths in it. */
  isFolder: boolean
}

let waiting: Given | null = null
let take: ((given: Given) => void) | null = null

export function handOver(given: Given): void {
  if (take) take(given)
  else waiting = given
}

/** From now on, and what was given before. @returns ends that */
export function onHandedOver(taker: (given: Given) => void): () => void {
  take = taker
  if (waiting) taker(waiting)
  waiting = null
  return () => void (take = null)
}
