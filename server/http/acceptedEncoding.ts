/** First of these encodings that a client accepts according to `Accept-Encoding`; undefined if there is none. */
export function acceptedEncoding<T extends string>(
  header: string | undefined,
  offered: readonly T[],
): T | undefined {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.replaceAll(/\s/g, '').split(';q='))
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name)
  return offered.find((name) => accepted.includes(name))
}
