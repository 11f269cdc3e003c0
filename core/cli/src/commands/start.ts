import { boot } from '@linecard/kernel'
import { configFileOf } from '../tools.ts'
import type { CliCommand } from '../command.ts'

/** Waits for the first signal. The kernel then stops within 10 s; a second signal ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        resolve(signal)
      })
    }
  })
}

export const startCommand: CliCommand = {
  name: 'start',
  summary: 'Runs the service: API, OpenAPI document and jobs',
  options: {
    '--host <address>': 'address to listen on (LINECARD_HOST)',
    '--port <number>': 'port to listen on (LINECARD_PORT)',
    '--strict': 'refuses to start while a component does not run, and lists all of them (for CI)',
  },
  async run(tools, _args, { host, port, strict }) {
    const env = {
      ...process.env,
      ...(host ? { LINECARD_HOST: String(host) } : {}),
      ...(port ? { LINECARD_PORT: String(port) } : {}),
    }
    const stopped = stopSignal()
    const running = await boot({
      configFile: configFileOf(tools.configFile),
      env,
      mode: 'serve',
      lookIn: [import.meta.dirname],
      strict: strict === true,
    })
    tools.remark(`Linecard is ready at ${running.url}  (API document: ${running.url}/swagger/)`)
    const signal = await stopped
    tools.remark(`${signal}: stopping`)
    await running.stop()
  },
}
