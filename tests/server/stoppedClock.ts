/** A clock that stands still between the calls of a test: codes must not change on the way, nor seconds pass. */
export function stoppedClock(start = '2026-03-04T05:06:10Z') {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    passTime: (seconds: number) => {
      time += seconds * 1000
    },
  }
}
