import { checkLink } from '../link/checkLink.ts'
import type { UploadService, Store } from './uploadService.ts'
import { selectUpload, takesFiles } from '../uploadSlice.ts'

/** Gets ready what an upload needs; see [Note: Before the click]. The upload itself reports what fails here. */
export function startPreparation(service: UploadService, { getState }: Pick<Store, 'getState'>): void {
  const { modules, preparation } = service
  const { linkToken } = selectUpload(getState())
  const isWanted = () => {
    const upload = selectUpload(getState())
    return service.running === null && upload.linkToken === linkToken && takesFiles(upload)
  }
  if (!isWanted()) return
  preparation.check(linkToken, () => checkLink(service, selectUpload(getState())))
  const startWorkers = modules.engine().then(({ newSealingWorkers }) => {
    if (isWanted()) preparation.keepWorkers(() => newSealingWorkers(true))
  })
  for (const loading of [startWorkers, modules.interruptedUploads(), service.loadEnding()])
    loading.catch(() => undefined)
}
