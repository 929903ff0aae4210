import { filesApi } from '../api/filesApi.ts'
import { foldersApi } from '../api/foldersApi.ts'
import { startAppListening } from '../store/store.ts'
import { showBadge } from '../ui/page/appBadge.ts'
import { storeFiles, storeFolders } from './offlineLists.ts'
import { selectSession } from './sessionSlice.ts'

/* oxlint-disable typescript/unbound-method -- RTK Query's matchers are functions that use no `this` */

/** Side effects of the user's lists: the badge, and the lists kept on this device. */

startAppListening({
  matcher: foldersApi.endpoints.folders.matchFulfilled,
  effect: ({ payload: folders }, { getState }) => {
    const { user } = selectSession(getState())
    if (!user) return
    showBadge(folders.filter(({ has_undownloaded_files }) => has_undownloaded_files).length)
    void storeFolders(user, folders)
  },
})

startAppListening({
  matcher: filesApi.endpoints.files.matchFulfilled,
  effect: ({ payload: files, meta }, { getState }) => {
    const { user } = selectSession(getState())
    if (user) void storeFiles(user, meta.arg.originalArgs, files)
  },
})
