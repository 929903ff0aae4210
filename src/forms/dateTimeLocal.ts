/** Returns the value of a datetime-local input, to the minute: '2026-11-24T09:05'. */
export function dateTimeLocal(time: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`
}
