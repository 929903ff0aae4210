import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, eventsOf } from '../testContext.ts'
import { shareFiles } from '../get/sharedFiles.ts'
import { contentByPath, setUpPull } from './pull/setUpPull.ts'
import { runSend, setUpSend, storedHashes } from './setUpSend.ts'

const allPaths = ['keep.txt', 'draft.tmp', 'node_modules/a/b.js', 'docs/keep.pdf', 'docs/old/draft.pdf']
const excludePatterns = ['*.tmp', 'node_modules', 'docs/old']
const includedPaths = ['docs/keep.pdf', 'keep.txt']

it('send leaves out what is excluded by name or path, folders with all in them', async () => {
  const setup = await setUpSend()
  for (const path of allPaths) await setup.writeFile(`here/${path}`, path)
  const many = excludePatterns.map((one) => `--exclude=${one.replace('docs', 'here/docs')}`)
  const dry = await runSend(setup, { args: [...many, '--dry-run', setup.link, 'here'] })
  expect([
    dry.outcome,
    eventsOf(dry.context, 'listed')
      .map(({ file }) => file)
      .sort(),
  ]).toEqual([0, includedPaths.map((path) => `here/${path}`)])
  expect(await storedHashes(setup)).toEqual({})
  const { outcome } = await runSend(setup, { args: [...many, setup.link, 'here'] })
  expect([outcome, Object.keys(await storedHashes(setup)).sort()]).toEqual([
    0,
    includedPaths.map((path) => `here/${path}`),
  ])
  const again = await runSend(setup, { args: [...many, '--dry-run', setup.link, 'here'] })
  expect(eventsOf(again.context, 'listed')).toEqual([])
})

it('get and pull do likewise', async () => {
  const { link } = await shareFiles(Object.fromEntries(allPaths.map((path) => [path, Buffer.from(path)])))
  const many = excludePatterns.map((one) => `--exclude=${one}`)
  const folder = await scratchFolder()
  const dry = testContext(['get', ...many, '--dry-run', link, folder])
  expect(await get(dry)).toBe(0)
  expect(await readdir(folder)).toEqual([])
  expect(await get(testContext(['get', ...many, link, folder]))).toBe(0)
  expect(Object.keys(await contentByPath(folder))).toEqual(includedPaths)
  expect(
    eventsOf(dry, 'listed')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(includedPaths)

  const setup = await setUpPull()
  await setup.send(
    allPaths.map((path) => ({
      name: path.split('/').at(-1) ?? '',
      path: path.split('/').slice(0, -1).join('/') || '.',
      content: path,
    })),
  )
  await rm(setup.dir, { recursive: true, force: true })
  const state = join(setup.dir, '..', 'state')
  const before = await contentByPath(state, true)
  const listed = await setup.run(...many, '--dry-run')
  await expect(readdir(setup.dir)).rejects.toThrow('ENOENT')
  expect(await contentByPath(state, true)).toEqual(before)
  expect(
    eventsOf(listed.context, 'listed')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(includedPaths)
  expect((await setup.run(...many)).code).toBe(0)
  expect(Object.keys(await contentByPath(setup.dir))).toEqual(includedPaths)
})
