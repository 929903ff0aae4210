import { build } from 'vite'

/** Before tests that start the server as a process of its own: it is the one of these sources. `npm test` has built it once. */
export default async function buildServerBeforeTests(): Promise<void> {
  if (process.env.SERVER_IS_BUILT === '1') return
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
}
