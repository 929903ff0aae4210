import type { BenchOptions } from '../options.ts'
import { growthBytes, growthFiles } from './growth.ts'
import { download, upload } from './largeFile.ts'
import { lineScenarios } from './line.ts'
import { list } from './list.ts'
import {
  memoryDownload,
  memoryPhotos,
  memoryQueue,
  memoryUpload,
  memoryZip,
  memoryZipFiles,
} from './memory.ts'
import { openssl } from './openssl.ts'
import { privateNames } from './privateNames.ts'
import type { Scenario } from './scenario.ts'
import { scriptWeight } from './scriptWeight.ts'
import { seal, sealPool } from './sealing.ts'
import { sharedFolder } from './sharedFolder.ts'
import { serverIn } from './serverIn.ts'
import { manyUpload, manyZip, photoUpload } from './smallFiles.ts'

/** In the order in which they run. */
export const scenarios: Scenario[] = [
  openssl,
  scriptWeight,
  serverIn,
  seal,
  sealPool,
  upload,
  download,
  manyUpload,
  photoUpload,
  manyZip,
  list,
  sharedFolder,
  privateNames,
  growthBytes,
  growthFiles,
  memoryUpload,
  memoryPhotos,
  memoryDownload,
  memoryZip,
  memoryZipFiles,
  memoryQueue,
  ...lineScenarios,
]

/** Scenarios of `--check`: ratios of uploads and downloads, in about a minute. */
const checkedScenarios = ['server-in', 'seal', 'upload', 'download', 'many-upload', 'many-zip']

/** Those that are asked for and can be measured in that browser. @throws Error that names what there is not */
export function selectScenarios({
  level,
  only,
  browser,
  line,
}: Pick<BenchOptions, 'level' | 'only' | 'browser' | 'line'>): Scenario[] {
  const unasked = scenarios.filter(({ needsLine = false }) => needsLine === (line !== null))
  const names = only ?? (level === 'check' ? checkedScenarios : unasked.map(({ name }) => name))
  const unknown = names.filter((name) => !scenarios.some((one) => one.name === name))
  if (unknown.length > 0) throw new Error(`There is no scenario '${unknown.join(', ')}': see --list.`)
  const lineless = scenarios.find(({ name, needsLine }) => needsLine && line === null && names.includes(name))
  if (lineless) throw new Error(`'${lineless.name}' is measured over a line: name one by --line.`)
  return scenarios.filter(
    ({ name, browsers }) => names.includes(name) && (browsers?.includes(browser) ?? true),
  )
}
