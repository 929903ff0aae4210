/** Why no link was made or copied, in a sentence that names the cause. */
export class LinkRefusedError extends Error {
  override readonly name: string = 'LinkRefusedError'
}
