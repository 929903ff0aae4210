import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { isFullSize } from './e2e/fullSize.ts'

/** Every worker starts servers of its own (e2e/fixtures.ts), so tests run side by side without sharing data. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './scripts/buildServer.mjs',
  timeout: isFullSize ? 1_200_000 : 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  // A browser on a machine that does something else misses a moment now and then; such a test is listed as flaky.
  retries: isFullSize ? 0 : 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    launchOptions,
    acceptDownloads: true,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
