/** Before tests that run the command line as it is installed: it is the one of these sources. */
export default async function packCliBeforeTests(): Promise<void> {
  await import('./packCli.ts')
}
