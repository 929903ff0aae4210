import { readFileSync } from 'node:fs'
import { build } from 'vite'
import { expect, test } from './fixtures.ts'

/** The same checks that tests/crypto runs in Node, in the browser that has to do the work. */
test('every test vector of the formats holds in this browser', async ({ browser, server }) => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: 'tests/crypto/vectorChecks.ts', formats: ['iife'], name: 'vectors' },
    },
  })
  const output = [built].flat()[0]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${server.origin}/login`)
  await page.addScriptTag({ content: output.output[0].code })
  const inputs = ['vectors', 'vectors-2'].map((name): unknown =>
    JSON.parse(readFileSync(`tests/fixtures/${name}.json`, 'utf8')),
  )
  const results = await page.evaluate((inputs) => {
    const { vectors } = window as unknown as {
      vectors: {
        runVectorChecks(...inputs: unknown[]): Promise<{ name: string; ok: boolean; detail?: string }[]>
      }
    }
    return vectors.runVectorChecks(...inputs)
  }, inputs)
  expect(results.filter((result) => !result.ok)).toEqual([])
  expect(results.length).toBeGreaterThan(100)
  await context.close()
})
