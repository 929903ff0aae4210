export const seconds = (since: number) => (performance.now() - since) / 1000
export const round = (value: number, digits = 2) => Number(value.toFixed(digits))
export const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN
export const megabytes = (growth: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(growth).map(([name, bytes]) => [`${name}GrowthMB`, round(bytes / 1e6, 0)]),
  )
/** One result, one line of JSON. */
export const print = (result: Record<string, unknown>) => console.log(JSON.stringify(result))
