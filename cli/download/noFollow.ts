import { constants } from 'node:fs'

/** Flag that opens no symbolic link. Windows has no such flag, and restricts who may create links. */
export const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0
