import { defineConfig } from '@playwright/test'
import { pageOptions } from './e2e/browser.ts'
import { isFullSize } from './e2e/fullSize.ts'
import { onServices } from './e2e/services.ts'

/** Tests run side by side without sharing data: see e2e/fixtures.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  testIgnore: onServices ? [] : ['directUploads.e2e.ts'],
  globalSetup: [
    './scripts/buildServerBeforeTests.ts',
    './scripts/packCliBeforeTests.ts',
    './e2e/services.ts',
  ],
  timeout: isFullSize ? 1_200_000 : 300_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    launchOptions: pageOptions,
    acceptDownloads: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
