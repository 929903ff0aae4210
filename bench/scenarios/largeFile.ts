import { measureSideBySide } from '../measure/rounds.ts'
import { bytesText } from '../sizes.ts'
import { cpuRatios, rates, type Scenario, speedRatios } from './scenario.ts'
import { openedDownload, plainDownload, plainUpload, sealedUpload } from './sides.ts'

export const upload: Scenario = {
  name: 'upload',
  what: 'one file, hashed, sealed and stored, beside an XHR PUT of it to the same machine',
  run: async (setup, { fileBytes, rounds }) => {
    const { samples, product, reference } = await measureSideBySide(
      setup.watched,
      sealedUpload(setup, fileBytes),
      plainUpload(setup, fileBytes),
      rounds,
    )
    return {
      size: bytesText(fileBytes),
      samples,
      measured: [
        { id: 'upload', values: speedRatios(product, reference), at: fileBytes },
        { id: 'upload-cpu', values: cpuRatios(product, reference) },
        { id: 'upload-rate', values: rates(product) },
      ],
    }
  },
}

export const download: Scenario = {
  name: 'download',
  what: "one file, opened, verified and saved, beside the browser's own download of a plain file",
  run: async (setup, { fileBytes, rounds }) => {
    const { samples, product, reference } = await measureSideBySide(
      setup.watched,
      openedDownload(setup, fileBytes),
      plainDownload(setup, fileBytes),
      rounds,
    )
    return {
      size: bytesText(fileBytes),
      samples,
      measured: [
        { id: 'download', values: speedRatios(product, reference), at: fileBytes },
        { id: 'download-cpu', values: cpuRatios(product, reference) },
        { id: 'download-rate', values: rates(product) },
      ],
    }
  },
}
