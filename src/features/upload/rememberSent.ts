import { errorText } from '../../texts/errorText.ts'
import { t } from '../../texts/t.ts'
import type { StartListening, Store } from './desk.ts'
import { selectFile, selectQueue } from './queueSlice.ts'
import { said } from './say.ts'
import { selectSentHere } from './sentHereSlice.ts'
import { filesProgressed, rememberToggled, sentRemembered } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/** Remembers what is stored while somebody has ticked that, see [Note: What was sent from here]. */
export function installRememberSent(startListening: StartListening): void {
  startListening({
    actionCreator: filesProgressed,
    effect: async ({ payload: { changes } }, api) => {
      if (!selectSentHere(api.getState()).isOn) return
      const files = changes.flatMap(({ id, stored }) =>
        stored ? (selectFile(api.getState(), id) ?? []) : [],
      )
      await remember(api, files)
    },
  })
  startListening({
    actionCreator: rememberToggled,
    effect: async ({ payload: isOn }, api) => {
      // What this page has sent already is meant, too.
      if (isOn) await remember(api, selectQueue(api.getState()).received.flat())
    },
  })
}

async function remember(
  { dispatch, getState }: Store,
  files: readonly { name: string; relativePath: string }[],
): Promise<void> {
  if (files.length === 0) return
  const names = files.map(({ name, relativePath }) =>
    relativePath === '.' ? name : `${relativePath}/${name}`,
  )
  try {
    const { SentHere } = await import('./sentHere.ts')
    await new SentHere().remember(selectUpload(getState()).linkToken, names)
    dispatch(sentRemembered())
  } catch (error) {
    dispatch(rememberToggled(false))
    dispatch(said('warning', t('upload.notRemembered', { reason: errorText(error) })))
  }
}
