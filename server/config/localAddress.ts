import type { Config } from './config.ts'

/** Address of the server with these settings, for programs on its machine. */
export const localAddress = ({ host, port }: Pick<Config, 'host' | 'port'>): string => {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
