/** Chooses the encoding of a response by the request's `Accept-Encoding`; undefined for none. */
export function acceptedEncoding(header: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.replaceAll(/\s/g, '').split(';q='))
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name))
}
