import type { TestProject } from 'vitest/node'
import buildServerBeforeTests from '../scripts/buildServerBeforeTests.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of these sources, built: for tests that start it as a process. */
    serverProgram: string
  }
}

/** Only before the tests that need it: the project 'processes' of vitest.config.ts. */
export default async function setup(project: TestProject): Promise<void> {
  await buildServerBeforeTests()
  project.provide('serverProgram', 'dist-server/main.js')
}
