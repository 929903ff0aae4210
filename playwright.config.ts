import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { isFullSize } from './e2e/fullSize.ts'
import { onServices } from './e2e/services.ts'

/** Every worker starts servers of its own (e2e/fixtures.ts), so tests run side by side without sharing data. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  testIgnore: onServices ? [] : ['directUploads.e2e.ts'],
  globalSetup: ['./scripts/buildServer.ts', './scripts/packedCli.ts', './e2e/services.ts'],
  timeout: isFullSize ? 1_200_000 : 300_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    launchOptions,
    acceptDownloads: true,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
