import type { Config } from './config.ts'

/** Origin at which programs on the same machine reach a server with these settings. */
export const localOrigin = ({ host, port }: Pick<Config, 'host' | 'port'>): string => {
  const hostname = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${hostname}:${port}`
}
