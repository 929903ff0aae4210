const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** True if others on the network could read and change the traffic: another machine, without TLS. */
export function isPlainHttp(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !loopback.includes(hostname)
}

export const plainHttpText =
  'This link has no https. Everybody on the way can read the names of files, and passwords and codes of its gates, and use them. The content of the files stays encrypted.'
