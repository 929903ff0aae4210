import { build } from 'vite'

/** Before tests that start the server as a process of its own: it is the one of these sources. */
export default async function buildServer(): Promise<void> {
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
}
