import { adminPassword, adminUsername, TestServer } from '../e2e/server.ts'
import { linkPassword, createDemoData } from './demoData.ts'

/** `npm run demo`: a server to try things out on, with data that is gone when it ends. */
async function main(): Promise<void> {
  let server: TestServer | undefined
  let ending = false
  const end = async (code: number) => {
    if (ending) return
    ending = true
    await server?.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
  try {
    server = await TestServer.start(Number(process.env.PORT ?? 3000))
    const data = await createDemoData(server)
    console.log(`
Sealpost's demo is ready: ${server.origin}

  User name   ${adminUsername}
  Password    ${adminPassword}

To send files, as a stranger would
  with the link alone          ${data.openLink}
  with a password              ${data.passwordLink}
  with an e-mailed code        ${data.emailLink}
To fetch files
  with the link alone          ${data.publicShare}
  with a password              ${data.protectedShare}
  that can be used once        ${data.onceShare}

The password of both protected links is ${linkPassword}.
Mails with codes are written to ${server.dataDir}/mail.
Two files are sealed to an older key; its backup is ${data.olderBackup}.
Everything is in a temporary folder. Ctrl+C ends the demo and deletes it.
`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    await end(1)
  }
}

await main()
