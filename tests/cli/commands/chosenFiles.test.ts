import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, toldEvents } from '../testContext.ts'
import { shareFiles } from '../get/sharedFiles.ts'
import { contentByPath, pullScene } from './pull/pullScene.ts'
import { runSend, sendScene, storedHashes } from './sendScene.ts'

const paths = ['keep.txt', 'draft.tmp', 'node_modules/a/b.js', 'docs/keep.pdf', 'docs/old/draft.pdf']
const patterns = ['*.tmp', 'node_modules', 'docs/old']
const kept = ['docs/keep.pdf', 'keep.txt']

it('send leaves out what is excluded by name or path, folders with all in them', async () => {
  const its = await sendScene()
  for (const path of paths) await its.put(`here/${path}`, path)
  const many = patterns.map((one) => `--exclude=${one.replace('docs', 'here/docs')}`)
  const dry = await runSend(its, { args: [...many, '--dry-run', its.link, 'here'] })
  expect([
    dry.end,
    toldEvents(dry.context, 'listed')
      .map(({ file }) => file)
      .sort(),
  ]).toEqual([0, kept.map((path) => `here/${path}`)])
  expect(await storedHashes(its)).toEqual({})
  const { end } = await runSend(its, { args: [...many, its.link, 'here'] })
  expect([end, Object.keys(await storedHashes(its)).sort()]).toEqual([0, kept.map((path) => `here/${path}`)])
  const again = await runSend(its, { args: [...many, '--dry-run', its.link, 'here'] })
  expect(toldEvents(again.context, 'listed')).toEqual([])
})

it('get and pull do likewise', async () => {
  const { link } = await shareFiles(Object.fromEntries(paths.map((path) => [path, Buffer.from(path)])))
  const many = patterns.map((one) => `--exclude=${one}`)
  const folder = await scratchFolder()
  const dry = testContext(['get', ...many, '--dry-run', link, folder])
  expect(await get(dry)).toBe(0)
  expect(await readdir(folder)).toEqual([])
  expect(await get(testContext(['get', ...many, link, folder]))).toBe(0)
  expect(Object.keys(await contentByPath(folder))).toEqual(kept)
  expect(
    toldEvents(dry, 'listed')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(kept)

  const here = await pullScene()
  await here.send(
    paths.map((path) => ({
      name: path.split('/').at(-1) ?? '',
      path: path.split('/').slice(0, -1).join('/') || '.',
      content: path,
    })),
  )
  await rm(here.dir, { recursive: true, force: true })
  const state = join(here.dir, '..', 'state')
  const before = await contentByPath(state, true)
  const listed = await here.run(...many, '--dry-run')
  await expect(readdir(here.dir)).rejects.toThrow('ENOENT')
  expect(await contentByPath(state, true)).toEqual(before)
  expect(
    toldEvents(listed.context, 'listed')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(kept)
  expect((await here.run(...many)).code).toBe(0)
  expect(Object.keys(await contentByPath(here.dir))).toEqual(kept)
})
