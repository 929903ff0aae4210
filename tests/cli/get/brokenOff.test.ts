import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
import { get } from '../../../cli/get/get.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { partialsFolder } from '../../../cli/download/reservedFolders.ts'
import { forSuite } from '../../forSuite.ts'
import { cannotMount, mountSmallDisk } from '../../server/mounts.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext } from '../testContext.ts'
import { startPausableProxy } from './pausableProxy.ts'
import { startHostileServer, isFileContent } from './hostileServer.ts'
import { hashesIn, hashesOfContents } from './readFolder.ts'
import { startProgram } from './startProgram.ts'
import { shareFiles, shareFilesInParts } from './sharedFiles.ts'

/** What is there of a large file, by path; null before it is begun. */
async function partialPathIn(folder: string): Promise<string | null> {
  const names = await readdir(join(folder, partialsFolder)).catch(() => [])
  const name = names.find((one) => one.endsWith('large.bin'))
  return name === undefined ? null : join(folder, partialsFolder, name)
}

const partialBytesIn = async (folder: string): Promise<number> => {
  const path = await partialPathIn(folder)
  return path === null ? 0 : (await stat(path)).size
}

/** Ended by somebody when this much is there. */
async function interruptDownload(line: readonly string[], folder: string, bytes = 10 * MiB): Promise<string> {
  const controller = new AbortController()
  const run = get(testContext(line, { signal: controller.signal })).catch((error: unknown) => error)
  await expect.poll(() => partialBytesIn(folder)).toBeGreaterThan(bytes)
  controller.abort()
  expect(await run).toMatchObject({ name: 'AbortError' })
  const part = await partialPathIn(folder)
  if (part === null) throw new Error('Nothing is there.')
  return part
}

const largeFiles = { 'large.bin': randomBytes(34 * MiB + 77) }
/** Sent once: what a test breaks off is its own folder. */
const sharedLargeFile = forSuite(() => shareFilesInParts(largeFiles))

describe('a large file', () => {
  it('is gone on with where it was when the program was killed, and nothing comes twice', async () => {
    const { origin, link } = sharedLargeFile()
    const wire = await startPausableProxy(origin)
    const folder = await scratchFolder()
    const line = ['get', link.replace(origin, wire.origin), folder]
    for (const holdAt of [14 * MiB, 10 * MiB]) {
      const before = await partialBytesIn(folder)
      wire.bytesFromServer = 0
      wire.holdAt = holdAt
      const killed = startProgram(line)
      await expect.poll(() => partialBytesIn(folder)).toBeGreaterThan(before + holdAt - 3 * MiB)
      killed.process.kill('SIGKILL')
      expect(await killed.exitCode).toBe('SIGKILL')
      wire.release()
    }
    const there = await partialBytesIn(folder)
    expect(there).toBeGreaterThan(17 * MiB)
    expect(await readdir(folder)).toEqual([partialsFolder])
    wire.bytesFromServer = 0
    const last = startProgram(line)
    expect([await last.exitCode, last.stderrText()]).toEqual([exitCodes.success, ''])
    expect(wire.bytesFromServer).toBeLessThan(34 * MiB - there + MiB)
    expect(await hashesIn(folder)).toEqual(hashesOfContents(largeFiles))
  })

  it(
    'is fetched once more as a whole where what was there is something else',
    { tags: 'thorough' },
    async () => {
      const { origin, link } = sharedLargeFile()
      const wire = await startPausableProxy(origin)
      const folder = await scratchFolder()
      wire.holdAt = 14 * MiB
      const line = ['get', link.replace(origin, wire.origin), folder]
      const part = await interruptDownload(line, folder)
      const begun = await readFile(part)
      begun[5 * MiB] = (begun[5 * MiB] ?? 0) ^ 1
      await writeFile(part, begun)
      wire.release()
      wire.bytesFromServer = 0
      const again = testContext(line)
      expect(await get(again)).toBe(exitCodes.success)
      expect(wire.bytesFromServer).toBeGreaterThan(34 * MiB)
      expect(await hashesIn(folder)).toEqual(hashesOfContents(largeFiles))
      const last = again.events.findLast(({ event }) => event === 'progress')
      expect(last).toEqual({ event: 'progress', bytes: 34 * MiB + 77, total: 34 * MiB + 77 })
    },
  )

  it(
    'of which all had come before it was put in its place needs no byte more',
    { tags: 'thorough' },
    async () => {
      const { origin, link } = sharedLargeFile()
      const wire = await startPausableProxy(origin)
      const folder = await scratchFolder()
      wire.holdAt = 14 * MiB
      const line = ['get', link.replace(origin, wire.origin), folder]
      const part = await interruptDownload(line, folder)
      await writeFile(part, largeFiles['large.bin'])
      wire.release()
      wire.bytesFromServer = 0
      expect(await get(testContext(line))).toBe(exitCodes.success)
      expect(wire.bytesFromServer).toBeLessThan(100_000)
      expect(await hashesIn(folder)).toEqual(hashesOfContents(largeFiles))
    },
  )

  it(
    'stays as it is where a refusal of another file says that all are refused',
    { tags: 'thorough' },
    async () => {
      const all = { 'a.bin': randomBytes(100), ...largeFiles }
      const { origin, link } = await shareFilesInParts(all)
      const wire = await startPausableProxy(origin)
      const folder = await scratchFolder()
      wire.holdAt = 14 * MiB
      await interruptDownload(
        ['get', '--only', 'large.bin', link.replace(origin, wire.origin), folder],
        folder,
      )
      const there = await partialBytesIn(folder)
      const expired = await startHostileServer(origin, (answer) => {
        if (!isFileContent(answer)) return
        answer.status = 410
        answer.body = Buffer.from(JSON.stringify({ code: 'downloadLinkExpired', detail: 'Expired.' }))
        answer.headers = { 'content-type': 'application/json', 'content-length': String(answer.body.length) }
      })
      expect(await get(testContext(['get', link.replace(origin, expired.origin), folder]))).toBe(
        exitCodes.refused,
      )
      expect(await partialBytesIn(folder)).toBe(there)
      wire.release()
      wire.bytesFromServer = 0
      expect(await get(testContext(['get', link.replace(origin, wire.origin), folder]))).toBe(
        exitCodes.success,
      )
      expect(wire.bytesFromServer).toBeLessThan(34 * MiB - there + MiB)
      expect(await hashesIn(folder)).toEqual(hashesOfContents(all))
    },
  )

  it('whose end was torn is gone on with from its last whole chunk', async () => {
    const { origin, link } = sharedLargeFile()
    const wire = await startPausableProxy(origin)
    const folder = await scratchFolder()
    wire.holdAt = 14 * MiB
    const line = ['get', link.replace(origin, wire.origin), folder]
    await truncate(await interruptDownload(line, folder, 10 * MiB + 5), 10 * MiB + 5)
    wire.release()
    wire.bytesFromServer = 0
    expect(await get(testContext(line))).toBe(exitCodes.success)
    expect(wire.bytesFromServer).toBeLessThan(25 * MiB)
    expect(await hashesIn(folder)).toEqual(hashesOfContents(largeFiles))
  })
})

describe.skipIf(cannotMount)('a disk without room', () => {
  it('ends it, and it goes on when there is some', async () => {
    const { link } = sharedLargeFile()
    const folder = await scratchFolder()
    await mountSmallDisk(folder, '20m')
    const line = ['get', link, folder]
    await expect(get(testContext(line))).rejects.toMatchObject({
      exitCode: exitCodes.someFailed,
      message: expect.stringContaining('no room') as string,
    })
    expect(await readdir(folder)).toEqual([partialsFolder])
    execFileSync('mount', ['-o', 'remount,size=120m', folder])
    expect(await get(testContext(line))).toBe(exitCodes.success)
    expect(await hashesIn(folder)).toEqual(hashesOfContents(largeFiles))
  })
})

describe('the program', () => {
  it('that is ended leaves what it has, and says so by its code', { tags: 'thorough' }, async () => {
    const { origin, link } = sharedLargeFile()
    const wire = await startPausableProxy(origin)
    const folder = await scratchFolder()
    wire.holdAt = 14 * MiB
    const ended = startProgram(['get', link.replace(origin, wire.origin), folder])
    await expect.poll(() => partialBytesIn(folder)).toBeGreaterThan(10 * MiB)
    ended.process.kill('SIGINT')
    expect(await ended.exitCode).toBe(130)
    wire.release()
    const { events, ...context } = testContext(['get', link.replace(origin, wire.origin), folder])
    expect(await get(context)).toBe(exitCodes.success)
    expect(events[0]).toMatchObject({ event: 'start' })
    expect(await hashesIn(folder)).toEqual(hashesOfContents(largeFiles))
  })

  it('refuses a folder that another one fills', { tags: 'thorough' }, async () => {
    const { origin, link } = sharedLargeFile()
    const wire = await startPausableProxy(origin)
    const folder = await scratchFolder()
    wire.holdAt = 14 * MiB
    startProgram(['get', link.replace(origin, wire.origin), folder])
    await expect.poll(() => partialBytesIn(folder)).toBeGreaterThan(10 * MiB)
    const second = get(testContext(['get', link, folder]))
    await expect(second).rejects.toMatchObject({ exitCode: exitCodes.refused })
    await expect(second).rejects.toThrow(/Another sealpost/)
  })

  it('says what a server says without what would command a terminal', async () => {
    const { createServer } = await import('node:http')
    const server = createServer((_, answer) => {
      answer.writeHead(403, { 'content-type': 'application/json' })
      answer.end(JSON.stringify({ detail: '\u001b[2Jgone\u0007' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const refused = startProgram(['get', `http://127.0.0.1:${port}/download/aaaaaaaaaaaaaaaaaaaaaa#1:a`])
    expect(await refused.exitCode).toBe(exitCodes.refused)
    server.close()
    expect(refused.stderrText()).toContain('gone')
    expect(refused.stderrText()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/)
  })

  it('lists on standard output, and writes an archive there', async () => {
    const { link } = await shareFiles({ 'docs/a.txt': Buffer.from('content of a') })
    const listed = startProgram(['get', '--list', link])
    expect(await listed.exitCode).toBe(exitCodes.success)
    expect(listed.stdoutBytes().toString()).toBe(`${'12'.padStart(14)}  docs/a.txt\n`)
    const zipped = startProgram(['get', '--zip', '-', link])
    expect(await zipped.exitCode).toBe(exitCodes.success)
    expect(zipped.stdoutBytes().includes('content of a')).toBe(true)
  })
})
