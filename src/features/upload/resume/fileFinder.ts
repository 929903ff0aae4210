/** Finds dropped files again through their handles, where the browser can store these. */

interface FoundAtRoot {
  file: File
  /** The root that it was found at. */
  root: FileSystemHandle
}

interface Directory {
  directory: FileSystemDirectoryHandle
  root: FileSystemHandle
}

interface FileLocation {
  name: string
  /** Directory part, '/'-separated; '.' for the root. */
  path: string
}

/** Permission methods of Chromium, which TypeScript's DOM types lack. */
interface WithPermission {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}

/**
 * Asks for read permission where the browser requires it. Call it in a click handler. Browsers reject a question
 * that comes too long after the click, as the second one may: that counts as no permission.
 */
export async function requestReadPermission(roots: readonly FileSystemHandle[]): Promise<boolean> {
  try {
    for (const root of roots) {
      const handle = root as FileSystemHandle & WithPermission
      if ((await handle.queryPermission?.({ mode: 'read' })) === 'granted') continue
      if ((await handle.requestPermission?.({ mode: 'read' })) !== 'granted') return false
    }
    return true
  } catch {
    return false
  }
}

/** Opens files by their location, in their present state. */
export class FileFinder {
  readonly #roots: readonly FileSystemHandle[]
  readonly #directories = new Map<string, Promise<Directory[]>>()

  constructor(roots: readonly FileSystemHandle[]) {
    this.#roots = roots
  }

  /** Returns the first matching file at the location; two dropped folders may have the same name. */
  async find({ name, path }: FileLocation, matches: (file: File) => boolean): Promise<FoundAtRoot | null> {
    for (const { open, root } of path === '.' ? this.#dropped(name) : await this.#inside(path, name)) {
      const file = await open().catch(() => null)
      if (file && matches(file)) return { file, root }
    }
    return null
  }

  #dropped(name: string) {
    const isFile = (root: FileSystemHandle): root is FileSystemFileHandle =>
      root.kind === 'file' && root.name === name
    return this.#roots.filter(isFile).map((root) => ({ root, open: () => root.getFile() }))
  }

  async #inside(path: string, name: string) {
    const directories = await this.#directory(path)
    return directories.map(({ directory, root }) => ({
      root,
      open: async () => (await directory.getFileHandle(name)).getFile(),
    }))
  }

  #directory(path: string): Promise<Directory[]> {
    const cached = this.#directories.get(path)
    if (cached) return cached
    const directory = this.#findDirectory(path)
    this.#directories.set(path, directory)
    return directory
  }

  async #findDirectory(path: string): Promise<Directory[]> {
    const cut = path.lastIndexOf('/')
    const name = path.slice(cut + 1)
    if (cut < 0) {
      const isDirectory = (root: FileSystemHandle): root is FileSystemDirectoryHandle =>
        root.kind === 'directory' && root.name === name
      return this.#roots.filter(isDirectory).map((root) => ({ directory: root, root }))
    }
    const parents = await this.#directory(path.slice(0, cut))
    const matches = await Promise.all(
      parents.map(({ directory: parent, root }) =>
        parent.getDirectoryHandle(name).then(
          (directory) => ({ directory, root }),
          () => null,
        ),
      ),
    )
    return matches.filter((directory) => directory !== null)
  }
}
