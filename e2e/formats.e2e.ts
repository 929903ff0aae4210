import { expect, test } from './fixtures.ts'
import { type VectorCheck, vectorRunExpression, buildVectorScript } from './vectorScript.ts'

/** The same checks that tests/core/crypto runs in Node, in the browser that has to do the work. */
test('every test vector of the formats holds in this browser', async ({ browser, server }) => {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${server.origin}/login`)
  await page.addScriptTag({ content: await buildVectorScript() })
  const results = await page.evaluate<VectorCheck[]>(vectorRunExpression())
  expect(results.filter((result) => !result.ok)).toEqual([])
  expect(results.length).toBeGreaterThan(80)
  await context.close()
})
