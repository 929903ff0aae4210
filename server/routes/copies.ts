import type { FastifyInstance } from 'fastify'
import { copyFiles } from '../../contract/schemas/sharing.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { currentUser } from '../http/plugins/sessions.ts'
import * as sharing from '../sharing/copyFiles.ts'

/** Copying of files into a shared folder. */
export function copyRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, copyFiles, { access: 'user' }, async (request) => {
    const { params, body } = request
    const userId = currentUser(request).id
    await sharing.copyFiles(context, request, { folderId: params.id, userId, wanted: body })
    return { copied: body.files.length }
  })
}
