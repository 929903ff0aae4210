import { measureSideBySide } from '../measure/rounds.ts'
import { filesText, photoBytes, smallFileBytes } from '../sizes.ts'
import type { Setup } from '../setup/setup.ts'
import { cpuRatios, filesASecond, rates, type Scenario, speedRatios } from './scenario.ts'
import { droppedFolder, plainDownload, plainForms, savedArchive } from './sides.ts'

/** A folder of so many files, dropped to stored, beside the same files in plain forms. */
async function droppedBesideForms(setup: Setup, rounds: number, files: number, fileBytes: number) {
  const sealed = droppedFolder(setup, files, fileBytes)
  const compared = await measureSideBySide(setup.watched, sealed, plainForms(setup, files, fileBytes), rounds)
  return { ...compared, size: filesText(files) }
}

export const manyUpload: Scenario = {
  name: 'many-upload',
  what: 'a folder of files of 8 KiB, dropped to stored, beside the same files in plain forms',
  run: async (setup, { droppedFiles, rounds }) => {
    const dropped = await droppedBesideForms(setup, rounds, droppedFiles, smallFileBytes)
    const { size, samples, product, reference } = dropped
    return {
      size,
      samples,
      measured: [
        { id: 'many-upload', values: filesASecond(product), at: droppedFiles },
        { id: 'many-upload-ratio', values: speedRatios(product, reference) },
        { id: 'many-upload-cpu', values: cpuRatios(product, reference) },
      ],
    }
  },
}

export const photoUpload: Scenario = {
  name: 'photo-upload',
  what: 'a folder of files of 5 MiB, dropped to stored, beside the same files in plain forms',
  run: async (setup, { photos, rounds }) => {
    const dropped = await droppedBesideForms(setup, rounds, photos, photoBytes)
    const { size, samples, product, reference } = dropped
    return {
      size,
      samples,
      measured: [
        { id: 'photo-upload', values: speedRatios(product, reference) },
        { id: 'photo-upload-rate', values: rates(product) },
      ],
    }
  },
}

export const manyZip: Scenario = {
  name: 'many-zip',
  what: 'files of 8 KiB, opened and saved as one ZIP, beside a plain file as large as all of them',
  run: async (setup, { zippedFiles, rounds }) => {
    const bytes = zippedFiles * smallFileBytes
    const { url } = await setup.linkOfSmallFiles(zippedFiles)
    const { samples, product, reference } = await measureSideBySide(
      setup.watched,
      savedArchive(() => setup.browser.openDownload(url), { bytes, files: zippedFiles }),
      plainDownload(setup, bytes, zippedFiles),
      rounds,
    )
    return {
      size: filesText(zippedFiles),
      samples,
      measured: [
        { id: 'many-zip', values: filesASecond(product), at: zippedFiles },
        { id: 'many-zip-ratio', values: speedRatios(product, reference) },
        { id: 'many-zip-cpu', values: cpuRatios(product, reference) },
      ],
    }
  },
}
