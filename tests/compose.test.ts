import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { nodeSettingNames, settingNames } from '../server/config/config.ts'

/** Of the container, its image and its network. */
const own = ['PORT', 'HOST', 'DATA_DIR', 'TRUST_PROXY', 'PUBLIC_URL', 'DIST_DIR']

it.each([
  ['compose.yaml', (name: string) => name === 'DATABASE_URL' || name.startsWith('S3_')],
  [
    'deploy/several/compose.yaml',
    (name: string) => /^(S3_(REGION|FORCE|DIRECT|PUBLIC)|MIN_FREE_BYTES)/.test(name),
  ],
])('%s passes every setting on that is none of its own', async (file, isLeftOut) => {
  const text = await readFile(file, 'utf8')
  expect(settingNames.length).toBeGreaterThan(30)
  const missing = [...settingNames, ...nodeSettingNames].filter(
    (name) => !own.includes(name) && !isLeftOut(name),
  )
  expect(missing.filter((name) => !new RegExp(`^\\s+${name}:`, 'm').test(text))).toEqual([])
})

it.each(['compose.yaml', 'deploy/several/compose.yaml'])(
  '%s gives all of .env to the server, which names what is misspelt',
  async (file) => {
    const text = await readFile(file, 'utf8')
    expect(text).toMatch(/^ {2,4}env_file: \[\{ path: \.env, required: false \}\]\n {2,4}environment:/m)
    for (const fixed of ['PORT: 3000', 'HOST: 0.0.0.0', 'DATA_DIR: /data']) expect(text).toContain(fixed)
  },
)

it('pins every image that is not built here by its digest', async () => {
  const texts = await Promise.all(
    ['compose.yaml', 'deploy/several/compose.yaml', 'Dockerfile'].map((file) => readFile(file, 'utf8')),
  )
  const images = texts.flatMap((text) =>
    [...text.matchAll(/^(?:\s+image: |ARG NODE=|FROM )(\S+)/gm)].map(([, image]) => image),
  )
  const own = ['sealpost:0.1.0', '${NODE}', 'packages']
  const foreign = images.filter((image) => image !== undefined && !own.includes(image))
  expect(foreign).toHaveLength(5)
  expect(foreign.filter((image) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image ?? ''))).toEqual([])
})

it('lets the signature of the release into the image', async () => {
  expect((await readFile('.dockerignore', 'utf8')).split('\n')).toContain('!releases')
})
