import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'scripts/buildServer.mjs',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // No module keeps anything between tests, and loading all of them anew for each file takes a third of the time.
    isolate: false,
    // Many tests run real servers and real clocks beside each other; one that passes at its second chance is reported.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
  },
})
