import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

/** Tests of modules that keep something for the life of a page or a worker: each file of tests has them fresh. */
const ofPages = ['tests/src/**/*.test.ts', 'tests/workers/**/*.test.ts']

/** What passes at its second chance passes, but not without a word. */
const flaky: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      console.warn(`Passed at its second chance: ${test.module.moduleId}, ${test.fullName}`)
  },
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'pages', include: ofPages, setupFiles: 'tests/withoutStreamIteration.ts' },
      },
      // Loading the server anew for each file would take a third of the time.
      {
        extends: true,
        test: { name: 'server', include: ['tests/**/*.test.ts'], exclude: ofPages, isolate: false },
      },
    ],
    globalSetup: 'scripts/buildServer.mjs',
    reporters: ['default', flaky],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Many tests run real servers and real clocks beside each other.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
  },
})
