import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { pathExclusionMatcher } from '../../../cli/selectFiles.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, eventsOf } from '../testContext.ts'
import { shareFiles } from '../get/sharedFiles.ts'
import { contentByPath, failureByFile, setUpPull } from './pull/setUpPull.ts'
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

/** Path of a directory inside so many others. */
const foldersDeep = (levels: number) => Array<string>(levels).fill('d').join('/')

it('get makes no more than 100 folders inside each other for a file, whatever its manifest says', async () => {
  const { link } = await shareFiles(
    { 'a.txt': Buffer.from('a'), 'fits.txt': Buffer.from('fits'), 'deep.txt': Buffer.from('deep') },
    { manifests: { 'fits.txt': { path: foldersDeep(100) }, 'deep.txt': { path: foldersDeep(101) } } },
  )
  const folder = await scratchFolder()
  const saved = testContext(['get', link, join(folder, 'saved')])
  expect(await get(saved)).toBe(2)
  expect(failureByFile(saved.events)).toEqual({ [`${foldersDeep(101)}/deep.txt`]: 'path-too-deep' })
  expect(Object.keys(await contentByPath(join(folder, 'saved'))).sort()).toEqual([
    'a.txt',
    `${foldersDeep(100)}/fits.txt`,
  ])
  const zipped = testContext(['get', '--zip', join(folder, 'all.zip'), link])
  expect([await get(zipped), Object.values(failureByFile(zipped.events))]).toEqual([2, ['path-too-deep']])
  const zip = await readFile(join(folder, 'all.zip'), 'latin1')
  expect([zip.includes('fits.txt'), zip.includes('deep.txt')]).toEqual([true, false])
  // It is listed, and left out without a word where it is not wanted.
  const listed = testContext(['get', '--list', link])
  expect([await get(listed), eventsOf(listed, 'listed').length]).toEqual([0, 3])
  expect(await get(testContext(['get', '--exclude=deep.txt', link, join(folder, 'others')]))).toBe(0)
})

it('pull does likewise, and goes on', async () => {
  const setup = await setUpPull()
  await setup.send([
    { name: 'deep.txt', content: 'deep', sealedPath: foldersDeep(101) },
    { name: 'fits.txt', content: 'fits', path: foldersDeep(100) },
  ])
  const { code, events } = await setup.run()
  expect(code).toBe(2)
  expect(failureByFile(events)).toEqual({ [`${foldersDeep(101)}/deep.txt`]: 'path-too-deep' })
  expect(Object.keys(await contentByPath(setup.dir))).toEqual([`${foldersDeep(100)}/fits.txt`])
})

it('send names files that are too deep, and sends the others', async () => {
  const setup = await setUpSend()
  await setup.writeFile(`here/${foldersDeep(99)}/fits.txt`, 'fits')
  await setup.writeFile(`here/${foldersDeep(100)}/deep.txt`, 'deep')
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'here'] })
  expect(outcome).toBe(2)
  expect(failureByFile(context.events)).toEqual({
    [`here/${foldersDeep(100)}/deep.txt`]: 'It is more than 100 folders deep.',
  })
  expect(Object.keys(await storedHashes(setup))).toEqual([`here/${foldersDeep(99)}/fits.txt`])
})

it('--exclude finds names and paths of folders at any depth', () => {
  const path = `${foldersDeep(1000)}/deep`
  const isExcludedBy = (pattern: string) =>
    pathExclusionMatcher(testContext(['get', `--exclude=${pattern}`]))({ path, name: 'a.txt' })
  const patterns = ['a.txt', 'deep', path, `${path}/a.txt`, 'd/*/deep', '*/deep', 'd/d']
  expect(patterns.map(isExcludedBy)).toEqual(patterns.map(() => true))
  const others = ['deep/a', 'd/*/dee', '*/d/a.txt', 'd/*/*/deep/*/*', 'D', '']
  expect(others.map(isExcludedBy)).toEqual(others.map(() => false))
})

it('--exclude is done at once with a path of a hundred thousand folders', () => {
  const file = { path: foldersDeep(100_000), name: 'a.txt' }
  const isExcluded = pathExclusionMatcher(testContext(['get', '--exclude=*d*d/e', '--exclude=d/*/e']))
  expect(isExcluded(file)).toBe(false)
})
