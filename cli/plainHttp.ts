const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** True if others on the network could read and change the traffic: no TLS, to another machine. */
export function isPlainHttp(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !loopback.includes(hostname)
}

export const plainHttpText =
  'This link goes without https: everybody on the way sees the names of files and what passes its gates, and can use it themselves. What the files hold stays encrypted.'
