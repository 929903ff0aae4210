import { defineConfig } from '@playwright/test'
import { headlessLaunchOptions } from './e2e/launchOptions.ts'
import { isFullSize } from './e2e/fullSize.ts'
import { usesServices } from './e2e/services.ts'

/** Tests run side by side without sharing data: see e2e/fixtures.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  testIgnore: usesServices ? [] : ['directUploads.e2e.ts'],
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
    launchOptions: headlessLaunchOptions,
    acceptDownloads: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
