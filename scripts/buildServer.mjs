// Before tests that start the server as a process of its own: it is the one of these sources.
import { build } from 'vite'

export default () => build({ configFile: 'vite.server.config.ts', logLevel: 'warn' }).then(() => undefined)
