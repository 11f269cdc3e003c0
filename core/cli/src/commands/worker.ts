import { boot, giveBackLater } from '@linecard/kernel'
import { awaitEnd } from '../end.ts'
import { configFileOf } from '../tools.ts'
import { CommandError, type CliCommand } from '../command.ts'

function portOf(given: unknown): number | null {
  if (given === undefined) return null
  const port = Number(given)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandError(`--port must be a number from 1 to 65535, not "${String(given)}"`)
  return port
}

function groupOf(given: unknown): string | undefined {
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^[a-z0-9_-]{1,40}$/.test(given))
    throw new CommandError('--group is 1 to 40 lower case letters, digits, _ and -')
  return given
}

export const workerCommand: CliCommand = {
  name: 'worker',
  summary: 'Polls devices and runs jobs, on any number of machines; serves no API',
  options: {
    '--group <name>': 'polls the devices that the setting pollers.workers gives to this group',
    '--port <number>': 'answers /metrics and /health at this port',
    '--child': 'ends with the process that started it (used by linecard start)',
  },
  async run(tools, _args, { group, port, child }) {
    const end = awaitEnd(signal => tools.remark(`${signal}: stopping`))
    // The channel closes when the parent ends, however it ends.
    if (child) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    // A start that fails must end the process: the open channel alone would keep it, and nobody replaces it.
    process.channel?.unref()
    try {
      const running = await boot({
        configFile: configFileOf(tools.configFile),
        env: process.env,
        mode: 'worker',
        ...(group === undefined ? {} : { workerGroup: groupOf(group) }),
        workerPort: portOf(port),
        lookIn: [import.meta.dirname],
        signal: end.signal,
        onStop: end.closing,
      }).catch((error: unknown) => {
        if (!end.signal.aborted) throw error
      })
      if (running) {
        tools.remark('A worker of Linecard is ready')
        giveBackLater()
        await end.asked
        await running.stop()
      }
    } finally {
      end.leave()
    }
  },
}
