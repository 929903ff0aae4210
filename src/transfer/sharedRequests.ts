const mostFiles = 500

/**
 * Packs files, in their order, into requests of bounded number and size.
 * @param sizeOf in bytes
 * @param mostBytes of a request, asked anew for each; a file that is larger has one of its own
 */
export function* shareRequests<T>(
  files: readonly T[],
  sizeOf: (file: T) => number,
  mostBytes: () => number,
): Generator<T[], void, void> {
  let request: T[] = []
  let left = mostBytes()
  for (const file of files) {
    const size = sizeOf(file)
    if (request.length >= mostFiles || (request.length > 0 && size > left)) {
      yield request
      request = []
      left = mostBytes()
    }
    request.push(file)
    left -= size
  }
  if (request.length > 0) yield request
}

/**
 * Spreads the progress of a shared request over its files, in the order in which they travel.
 * @param report is told what share of a file has left, from 0 to 1
 * @returns takes the bytes of the request that have left so far. When it is sent again what was told stands until the
 * same place is reached.
 */
export function progressOfFiles<T extends { sealedBytes: number }>(
  files: readonly T[],
  report: (file: T, share: number) => void,
): (sentBytes: number) => void {
  let done = 0
  let before = 0
  let most = 0
  return (sentBytes) => {
    if (sentBytes <= most) return
    most = sentBytes
    let file = files[done]
    for (; file && before + file.sealedBytes <= sentBytes; file = files[++done]) {
      report(file, 1)
      before += file.sealedBytes
    }
    if (file) report(file, (sentBytes - before) / file.sealedBytes)
  }
}
