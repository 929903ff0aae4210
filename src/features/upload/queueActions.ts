export type QueueAction = 'removeAll' | 'removeRefused' | 'retry' | 'upload'

/** Returns the actions on the queue in the order of their buttons, the primary one last. */
export function queueActions(files: { pending: number; error: number; refused: number }): QueueAction[] {
  const { pending, error, refused } = files
  if (pending + error === 0) return []
  const actions: QueueAction[] = ['removeAll']
  if (refused > 0 && refused < error) actions.push('removeRefused')
  if (error > 0) actions.push('retry')
  // No retry can send any of them.
  if (refused > 0 && refused === error) actions.push('removeRefused')
  if (pending > 0) actions.push('upload')
  return actions
}
