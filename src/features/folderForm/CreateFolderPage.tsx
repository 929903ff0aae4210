export function CreateFolderPage(_: { onCreated: () => void }) {
  return null
}
