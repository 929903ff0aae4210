import { maxNamedFilesOfLink } from '../../../contract/limits.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { api } from '../../api/api.ts'
import { callApi } from '../../api/client.ts'
import { linksApi } from '../../api/linksApi.ts'
import type { AppThunk } from '../../store/store.ts'

const selectSentLinks = linksApi.endpoints.sentLinks.select(undefined)

/**
 * Loads a link again where it is shown, and of a list over all folders nothing else.
 * @param newToken of its new address; null once it is gone
 */
export const reloadLink =
  (
    { link_token }: Pick<DownloadLink, 'link_token'>,
    newToken: string | null = link_token,
  ): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    dispatch(api.util.invalidateTags(['DownloadLinks']))
    const listed = () => {
      const { api: serverData } = getState()
      return (serverData && selectSentLinks({ api: serverData }).data) ?? []
    }
    if (!listed().some((link) => link.link_token === link_token)) return
    const loaded = newToken === null ? null : await loadLink(newToken)
    const links = listed()
    const at = links.findIndex((link) => link.link_token === link_token)
    const former = links[at]
    if (!former || loaded === undefined) return
    const changed = loaded && {
      ...{ ...former, ...loaded },
      files: loaded.files.slice(0, maxNamedFilesOfLink),
      file_ids: loaded.file_ids.slice(0, maxNamedFilesOfLink),
    }
    const changedLinks = changed ? links.with(at, changed) : links.toSpliced(at, 1)
    const entry = { endpointName: 'sentLinks' as const, arg: undefined, value: changedLinks }
    dispatch(linksApi.util.upsertQueryEntries([entry]))
  }

/** Null if there is no such link, undefined without an answer. */
const loadLink = (link_token: string): Promise<DownloadLink | null | undefined> =>
  callApi('getDownloadLink', { params: { id: link_token } }).catch((error: unknown) =>
    faultOf(error).status === 404 ? null : undefined,
  )
