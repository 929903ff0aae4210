import { expect, it } from 'vitest'
import { draftedMessage, putMessage } from '../../../../src/features/upload/message/messageDraft.ts'
import { selectFile, selectRowIds } from '../../../../src/features/upload/queue/queueSlice.ts'
import { filesAdded } from '../../../../src/features/upload/uploadEvents.ts'
import { store } from '../../../../src/store/store.ts'

const firstRow = () => selectRowIds(store.getState())[0] ?? -1

it('puts one message before the files, and leaves it where it is while its text is the same', async () => {
  store.dispatch(filesAdded([{ id: 1000, name: 'a.txt', relativePath: '.', size: 1 }]))
  await store.dispatch(putMessage('first'))
  const row = firstRow()
  expect(selectFile(store.getState(), row)).toMatchObject({ name: 'Message.txt', size: 5, isText: true })
  expect(await store.dispatch(draftedMessage())).toBe('first')
  // Its batch goes on with it.
  await store.dispatch(putMessage('first'))
  expect(firstRow()).toBe(row)
  await store.dispatch(putMessage('second'))
  expect(await store.dispatch(draftedMessage())).toBe('second')
  expect(selectRowIds(store.getState())).toHaveLength(2)
  await store.dispatch(putMessage(''))
  expect(selectRowIds(store.getState())).toEqual([1000])
})
