import { boot, giveBackLater } from '@linecard/kernel'
import { dataDirOf } from '@linecard/kernel/data-dir'
import { awaitEnd } from '../end.ts'
import { configFileOf } from '../tools.ts'
import type { CliCommand } from '../command.ts'

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
    const configFile = configFileOf(tools.configFile)
    const end = awaitEnd(signal => tools.remark(`${signal}: stopping`))
    try {
      const running = await boot({
        configFile,
        env,
        mode: 'serve',
        workerCommand: [process.argv[1]!, 'worker', '--config', configFile, '--child'],
        lookIn: [import.meta.dirname],
        strict: strict === true,
        signal: end.signal,
        onStep: process.stderr.isTTY ? (what, ms) => tools.remark(`  ${what}: ${ms} ms`) : undefined,
        onStop: end.closing,
      }).catch((error: unknown) => {
        if (!end.signal.aborted) throw error
      })
      if (running) {
        const socket = await tools.serve?.(running, dataDirOf(configFile, env)!, tools.remark)
        tools.remark(`Linecard is ready at ${running.url}  (API document: ${running.url}/swagger/)`)
        giveBackLater()
        await end.asked
        end.closing('commands')
        await socket?.close()
        await running.stop()
      }
    } finally {
      end.leave()
    }
  },
}
