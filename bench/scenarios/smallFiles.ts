import { compare } from '../measure/rounds.ts'
import { filesText, photoBytes, smallFileBytes } from '../sizes.ts'
import type { Stand } from '../stand/stand.ts'
import { cpuRatios, filesASecond, rates, type Scenario, speedRatios } from './scenario.ts'
import { droppedFolder, plainDownload, plainForms, savedArchive } from './sides.ts'

/** A folder of so many files, dropped to stored, beside the same files in plain forms. */
async function droppedBesideForms(stand: Stand, rounds: number, files: number, fileBytes: number) {
  const sealed = droppedFolder(stand, files, fileBytes)
  const compared = await compare(stand.watched, sealed, plainForms(stand, files, fileBytes), rounds)
  return { ...compared, size: filesText(files) }
}

export const manyUpload: Scenario = {
  name: 'many-upload',
  what: 'a folder of files of 8 KiB, dropped to stored, beside the same files in plain forms',
  run: async (stand, { droppedFiles, rounds }) => {
    const dropped = await droppedBesideForms(stand, rounds, droppedFiles, smallFileBytes)
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
  run: async (stand, { photos, rounds }) => {
    const dropped = await droppedBesideForms(stand, rounds, photos, photoBytes)
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
  run: async (stand, { zippedFiles, rounds }) => {
    const bytes = zippedFiles * smallFileBytes
    const { url } = await stand.linkOfSmallFiles(zippedFiles)
    const { samples, product, reference } = await compare(
      stand.watched,
      savedArchive(() => stand.browser.openDownload(url), { bytes, files: zippedFiles }),
      plainDownload(stand, bytes, zippedFiles),
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
