import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { scratchFolder } from '../../server/scratch.ts'
import { contextOf, toldOf } from '../context.ts'
import { shared } from '../get/sharedFiles.ts'
import { contentOf, scene } from './pull/scene.ts'
import { runSend, sendScene, storedIn } from './sendScene.ts'

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
    toldOf(dry.context, 'listed')
      .map(({ file }) => file)
      .sort(),
  ]).toEqual([0, kept.map((path) => `here/${path}`)])
  expect(await storedIn(its)).toEqual({})
  const { end } = await runSend(its, { args: [...many, its.link, 'here'] })
  expect([end, Object.keys(await storedIn(its)).sort()]).toEqual([0, kept.map((path) => `here/${path}`)])
  const again = await runSend(its, { args: [...many, '--dry-run', its.link, 'here'] })
  expect(toldOf(again.context, 'listed')).toEqual([])
})

it('get and pull do likewise', async () => {
  const { link } = await shared(Object.fromEntries(paths.map((path) => [path, Buffer.from(path)])))
  const many = patterns.map((one) => `--exclude=${one}`)
  const folder = await scratchFolder()
  const dry = contextOf(['get', ...many, '--dry-run', link, folder])
  expect(await get(dry)).toBe(0)
  expect(await readdir(folder)).toEqual([])
  expect(await get(contextOf(['get', ...many, link, folder]))).toBe(0)
  expect(Object.keys(await contentOf(folder))).toEqual(kept)
  expect(
    toldOf(dry, 'listed')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(kept)

  const here = await scene()
  await here.send(
    paths.map((path) => ({
      name: path.split('/').at(-1) ?? '',
      path: path.split('/').slice(0, -1).join('/') || '.',
      content: path,
    })),
  )
  await rm(here.dir, { recursive: true, force: true })
  const state = join(here.dir, '..', 'state')
  const before = await contentOf(state, true)
  const listed = await here.run(...many, '--dry-run')
  await expect(readdir(here.dir)).rejects.toThrow('ENOENT')
  expect(await contentOf(state, true)).toEqual(before)
  expect(
    toldOf(listed.context, 'listed')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(kept)
  expect((await here.run(...many)).code).toBe(0)
  expect(Object.keys(await contentOf(here.dir))).toEqual(kept)
})
