import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { apiBase } from '../contract/call.ts'
import { createAudit } from './audit/audit.ts'
import { type AuditBuffer, createAuditBuffer } from './audit/auditBuffer.ts'
import type { Context, Services } from './context.ts'
import { createDownloadRecorder, type DownloadRecorder } from './downloads/downloadRecorder.ts'
import { createAssetStore } from './assets/assetStore.ts'
import { noticeRoutes } from './routes/notices.ts'
import { createNoticeDispatcher, type NoticeDispatcher } from './notices/noticeDispatcher.ts'
import { createHttpServer } from './http/httpServer.ts'
import { createHousekeeping, type Housekeeping } from './housekeeping.ts'
import { handleError, registerErrorHandler } from './plugins/errorHandler.ts'
import { registerBodyMemory } from './plugins/bodyMemory.ts'
import { registerFormParsers } from './http/forms.ts'
import { registerJsonParser } from './plugins/json.ts'
import { registerProxyWarning } from './plugins/origin.ts'
import { registerOtherBuildAssets } from './plugins/otherBuildAssets.ts'
import { newRequestId, registerRequestLog } from './plugins/requestLog.ts'
import { registerRequestMeters } from './plugins/requestMeters.ts'
import {
  respondToBrokenRequest,
  registerSecurityHeaders,
  setSecurityHeaders,
} from './plugins/securityHeaders.ts'
import { registerRevisionCheck } from './plugins/revisionCheck.ts'
import { registerSessions } from './plugins/sessions.ts'
import { registerAppShell } from './plugins/appShell.ts'
import { registerShutdown } from './plugins/shutdown.ts'
import { registerChangeLimit } from './plugins/changeLimit.ts'
import { registerConnectionLimit } from './plugins/connectionLimit.ts'
import { registerSmallBodyTimeout } from './http/clientTimeouts.ts'
import { registerResponseMemory } from './plugins/responseMemory.ts'
import { apiTokenRoutes } from './routes/apiTokens.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { diagnosisRoutes } from './routes/diagnosis.ts'
import { downloadLinkRoutes } from './routes/downloadLinks.ts'
import { fileRoutes } from './routes/files.ts'
import { folderRoutes } from './routes/folders.ts'
import { healthRoutes } from './routes/health.ts'
import { userKeyPairRoutes } from './routes/userKeyPair.ts'
import { createBranding } from './branding/branding.ts'
import { logoRoute, lookRoutes } from './routes/look.ts'
import { operatorRulesRoutes } from './routes/operatorRules.ts'
import { partsRoutes } from './routes/parts.ts'
import { profileRoutes } from './routes/profile.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { reminderRoutes } from './routes/reminders.ts'
import { recoveryRoutes } from './routes/recovery.ts'
import { serverInfoRoutes } from './routes/serverInfo.ts'
import { publicDownloadRoutes } from './routes/publicDownloads.ts'
import { sharedFolderRoutes } from './routes/sharedFolders.ts'
import { singleSignOnRoutes } from './routes/singleSignOn.ts'
import { unfinishedUploadRoutes } from './routes/unfinishedUploads.ts'
import { uploadGateRoutes } from './routes/uploadGates.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { maxBodyBytes, maxParamLength } from './http/requestLimits.ts'
import { createRateLimits } from './security/rateLimits.ts'
import { createStorageLimits } from './uploads/storageLimits.ts'
import { validatorCompiler } from './http/validation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    housekeeping: Housekeeping
    downloadRecorder: DownloadRecorder
    auditBuffer: AuditBuffer
    notices: NoticeDispatcher
  }
}

interface AppOptions {
  services: Services
  distDir: string
  logger: NonNullable<FastifyServerOptions['logger']>
}

/** Replaces Fastify's own compilers, which would be loaded, and take more than a megabyte. */
const unusedCompiler = () => () => {
  throw new Error('The compilers of app.ts come first.')
}

export function buildApp({ services, distDir, logger }: AppOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: services.trustProxy ?? false,
    serverFactory: createHttpServer,
    // `registerShutdown` responds with our own error body and headers.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, services),
    bodyLimit: maxBodyBytes,
    // Storing the pages of a new version takes longer than the default of 10 s on a slow or busy machine.
    pluginTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    schemaController: {
      compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler },
    },
    // Errors before routing, such as a path with invalid percent-encoding.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, services)
      void handleError(error, request, reply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const assets = createAssetStore({ ...services, distDir })
  const audit = createAudit(services)
  const context: Context = {
    ...services,
    audit,
    auditBuffer: createAuditBuffer({ ...services, audit, log: app.log }),
    limits: createRateLimits(services.counters),
    storageLimits: createStorageLimits({ ...services, log: app.log }),
    branding: createBranding({ ...services, log: app.log }),
    housekeeping: createHousekeeping({ ...services, assets, audit, log: app.log }),
    downloadRecorder: createDownloadRecorder({ ...services, log: app.log }),
  }
  app.decorate('housekeeping', context.housekeeping)
  app.decorate('downloadRecorder', context.downloadRecorder)
  app.decorate('auditBuffer', context.auditBuffer)
  app.decorate(
    'notices',
    createNoticeDispatcher({ ...services, branding: context.branding, audit, log: app.log }),
  )
  registerRequestLog(app)
  registerRequestMeters(app, services.meters)
  registerSecurityHeaders(app, services)
  registerErrorHandler(app)
  registerJsonParser(app)
  registerShutdown(app)
  registerProxyWarning(app, services)
  registerConnectionLimit(app, services)
  registerSmallBodyTimeout(app)
  registerBodyMemory(app, services)
  registerResponseMemory(app, services)
  registerRevisionCheck(app, distDir)
  registerAppShell(app, distDir, context)
  logoRoute(app, context)
  registerOtherBuildAssets(app, assets)
  healthRoutes(app, context)

  app.register(
    (api, _options, done) => {
      registerSessions(api, context)
      registerChangeLimit(api, context)
      registerFormParsers(api)
      authRoutes(api, context)
      singleSignOnRoutes(api, context)
      profileRoutes(api, context)
      userKeyPairRoutes(api, context)
      recoveryRoutes(api, context)
      passkeyRoutes(api, context)
      apiTokenRoutes(api, context)
      folderRoutes(api, context)
      noticeRoutes(api, context)
      fileRoutes(api, context)
      unfinishedUploadRoutes(api, context)
      downloadLinkRoutes(api, context)
      publicDownloadRoutes(api, context)
      sharedFolderRoutes(api, context)
      uploadGateRoutes(api, context)
      reminderRoutes(api, context)
      auditRoutes(api, context)
      serverInfoRoutes(api, context)
      lookRoutes(api, context)
      // These have hooks and parsers of their own.
      for (const routes of [operatorRulesRoutes, diagnosisRoutes, partsRoutes, uploadRoutes])
        api.register((scope, _o, scopeDone) => {
          routes(scope, context)
          scopeDone()
        })
      done()
    },
    { prefix: apiBase },
  )
  // Logs at startup if uploads will be refused. A disk that does not respond is reported elsewhere.
  app.addHook('onReady', async () => {
    await context.storageLimits.isAboveFloor().catch(() => undefined)
  })
  app.addHook('onClose', async () => {
    await context.downloadRecorder.flush()
    await context.auditBuffer.close()
    await app.notices.close()
    await context.housekeeping.close()
    await context.mailer.close()
  })
  return app
}
