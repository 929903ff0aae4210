import { compare } from '../measure/rounds.ts'
import { filesText, photoBytes, smallFileBytes } from '../sizes.ts'
import { filesASecond, rates, type Scenario, speedRatios } from './scenario.ts'
import { droppedFolder, plainDownload, plainForms, savedArchive } from './sides.ts'

export const manyUpload: Scenario = {
  name: 'many-upload',
  what: 'a folder of files of 8 KiB, dropped to stored, beside the same files in plain forms',
  run: async (stand, { droppedFiles, rounds }) => {
    const { samples, product, reference } = await compare(
      stand.watched,
      droppedFolder(stand, droppedFiles),
      plainForms(stand, droppedFiles),
      rounds,
    )
    return {
      size: filesText(droppedFiles),
      samples,
      measured: [
        { id: 'many-upload', values: filesASecond(product), at: droppedFiles },
        { id: 'many-upload-ratio', values: speedRatios(product, reference) },
      ],
    }
  },
}

export const photoUpload: Scenario = {
  name: 'photo-upload',
  what: 'a folder of files of 5 MiB, dropped to stored, beside the same files in plain forms',
  run: async (stand, { photos, rounds }) => {
    const { samples, product, reference } = await compare(
      stand.watched,
      droppedFolder(stand, photos, photoBytes),
      plainForms(stand, photos, photoBytes),
      rounds,
    )
    return {
      size: filesText(photos),
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
      ],
    }
  },
}
