import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const execFileAsync = promisify(execFile)

function canMount(attempt: (folder: string) => void): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'sealpost-mount-'))
  try {
    attempt(folder)
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Why tests that mount are left out; undefined where they run. */
export const cannotMount = canMount((folder) => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
})
  ? undefined
  : 'left out: mounting a file system needs Linux and root'

/** As `cannotMount`, for a whole disk in a file. */
export const cannotMountImage = canMount((folder) => {
  const image = `${folder}.img`
  try {
    writeFileSync(image, Buffer.alloc(4 * 1024 * 1024))
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'ignore' })
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' })
  } finally {
    rmSync(image, { force: true })
  }
})
  ? undefined
  : 'left out: mounting an image needs Linux, root, mkfs.ext4 and loop devices'

const unmountAfterwards = (folder: string) =>
  onTestFinished(() => execFileAsync('umount', ['-l', folder]).then(undefined, () => undefined))

/** A disk of its own at `folder`, which must be there. It goes with the test. */
export async function mountSmallDisk(folder: string, size: string) {
  await execFileAsync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  unmountAfterwards(folder)
  return { remount: (mode: 'ro' | 'rw') => execFileAsync('mount', ['-o', `remount,${mode}`, folder]) }
}

/** A disk of 64 MiB at `folder` that can fail as disks do: the kernel makes it read-only while files are open. */
export async function mountFailingDisk(folder: string, image: string) {
  await writeFile(image, '')
  await truncate(image, 64 * 1024 * 1024)
  await execFileAsync('mkfs.ext4', ['-q', image])
  const mount = () => execFileAsync('mount', ['-o', 'loop,errors=remount-ro', image, folder])
  await mount()
  unmountAfterwards(folder)
  const { stdout } = await execFileAsync('findmnt', ['-n', '-o', 'SOURCE', folder])
  const device = basename(stdout.trim())
  return {
    fail: () => writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, '1'),
    /** As an operator does: unmount, check, mount. */
    async repair() {
      await execFileAsync('umount', [folder])
      // 1: errors were found and corrected.
      await execFileAsync('e2fsck', ['-p', '-f', image]).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 1)) throw error
      })
      await mount()
    },
  }
}

/** Makes the bytes of a file unreadable where they lie, with its length as it was: a read fails as on a bad sector. */
export async function mountUnreadable(file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sealpost-bad-'))
  const [image, disk] = [join(folder, 'image'), join(folder, 'disk')]
  await mkdir(disk)
  await writeFile(image, '')
  await truncate(image, 16 * 1024 * 1024)
  const blockSize = 4096
  await execFileAsync('mkfs.ext4', ['-q', '-b', String(blockSize), '-O', '^has_journal', image])
  const device = (await execFileAsync('losetup', ['--show', '-f', image])).stdout.trim()
  await execFileAsync('mount', [device, disk])
  const copy = join(disk, 'file')
  await copyFile(file, copy)
  await execFileAsync('sync', [copy])
  const { stdout } = await execFileAsync('filefrag', ['-v', `-b${blockSize}`, copy])
  const firstBlock = Number(/^ *0: .*?: +([0-9]+)\.\./m.exec(stdout)?.[1])
  await execFileAsync('umount', [disk])
  await truncate(image, firstBlock * blockSize)
  await execFileAsync('mount', [device, disk])
  await execFileAsync('mount', ['--bind', copy, file])
  // The device goes with its last mount.
  for (const step of [
    ['umount', '-l', disk],
    ['losetup', '-d', device],
    ['rm', '-r', folder],
  ]) {
    const [program = '', ...args] = step
    await execFileAsync(program, args)
  }
  unmountAfterwards(file)
  return { repair: () => execFileAsync('umount', [file]) }
}
