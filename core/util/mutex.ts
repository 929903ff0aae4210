/** Runs one work at a time, in order. Each caller gets the error of its own work, after which the next one runs. */
export function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
