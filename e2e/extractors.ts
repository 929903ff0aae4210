import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import yauzl, { type Entry } from 'yauzl'

/** Names are UTF-8, whatever the machine is set to. */
const programEnv = { ...process.env, LC_ALL: 'C.UTF-8' }
const runProgram = (program: string, args: string[]) =>
  promisify(execFile)(program, args, { env: programEnv })

/** A program that reads archives and shares no code with ours. */
export interface Extractor {
  name: string
  /** Fails unless every entry is whole. */
  test: (archive: string) => Promise<unknown>
  extract: (archive: string, target: string) => Promise<unknown>
}

const runPython = (script: string, ...args: string[]) => runProgram('python3', ['-c', script, ...args])

const zipStreamReader = join(import.meta.dirname, 'ReadZipStream.java')

const knownExtractors: (Extractor & { probe: () => Promise<unknown> })[] = [
  {
    name: 'unzip',
    probe: () => runProgram('unzip', ['-v']),
    test: (archive) => runProgram('unzip', ['-tqq', archive]),
    extract: (archive, target) => runProgram('unzip', ['-qq', archive, '-d', target]),
  },
  {
    name: '7z',
    probe: () => runProgram('7z', ['i']),
    // Warnings are failures too: it leaves with 1 for them.
    test: (archive) => runProgram('7z', ['t', '-bso0', '-bsp0', archive]),
    extract: (archive, target) => runProgram('7z', ['x', '-bso0', '-bsp0', `-o${target}`, archive]),
  },
  {
    name: 'python',
    probe: () => runPython('import zipfile'),
    test: (archive) =>
      runPython('import sys, zipfile\nbad = zipfile.ZipFile(sys.argv[1]).testzip()\nsys.exit(bad)', archive),
    extract: (archive, target) =>
      runPython('import sys, zipfile\nzipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])', archive, target),
  },
  {
    name: 'java, as a stream',
    // It runs a source file with the compiler alone.
    probe: () => runProgram('javac', ['-version']),
    test: (archive) => runProgram('java', [zipStreamReader, archive]),
    extract: (archive, target) => runProgram('java', [zipStreamReader, archive, target]),
  },
]

async function findInstalled(): Promise<Extractor[]> {
  const found = await Promise.all(
    knownExtractors.map((one) =>
      one.probe().then(
        () => one,
        () => null,
      ),
    ),
  )
  return found.filter((one) => one !== null)
}

/** The extractors that this machine has. */
export const installedExtractors = await findInstalled()

/** Name → content in hex, or what `read` makes of an entry; by a reader that checks sizes and sums. */
export async function testArchive(path: string): Promise<Map<string, string>>
export async function testArchive<T>(path: string, read: (entry: Entry) => T): Promise<Map<string, T>>
export async function testArchive<T>(path: string, read?: (entry: Entry) => T) {
  const contents = new Map<string, T | string>()
  const archive = await yauzl.openPromise(path, { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    contents.set(entry.fileName, read ? read(entry) : await contentOf(archive, entry))
  }
  return contents
}

async function contentOf(archive: yauzl.ZipFile, entry: Entry): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('hex')
}
