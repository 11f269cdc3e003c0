/**
 * The service of the benchmark with a compressed clock, as a process of its own: all plugins of
 * `examples/all-in-one`. Its parent sends commands. Argument: its configuration as JSON.
 */
import { setAhead } from './shift.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boot, type CallRequest } from '@linecard/kernel'
import type { Context, Plugin } from '@linecard/plugin-kit'
import pollers from '@linecard/plugin-pollers'
import { plan } from '../../../plugins/pollers/src/planning.ts'
import { handOut } from '../../../plugins/pollers/src/schedule.ts'
import { setup, type Pollers } from '../../../plugins/pollers/src/setup.ts'

const file = join(import.meta.dirname, '../../../examples/all-in-one/linecard.json')
const example = JSON.parse(readFileSync(file, 'utf8')) as { plugins: string[]; drivers: string[] }
const [given] = process.argv.slice(2)
const { aheadMs, ...config } = JSON.parse(given!) as { aheadMs: number }
setAhead(aheadMs)

let polling!: Pollers
const captured = {
  ...pollers,
  setup: (ctx: Context) => (polling = setup(ctx as Parameters<typeof setup>[0])),
} as unknown as Plugin
const running = await boot({
  env: {},
  lookIn: [join(file, '..')],
  plugins: [captured],
  config: {
    ...example,
    plugins: example.plugins.filter(name => name !== '@linecard/plugin-pollers'),
    ...config,
  },
  logTo: { write: (line: string) => void process.stderr.write(line) },
})

/** Memory in MB after a collection, open files, and what keeps the event loop busy. */
async function figures() {
  for (let n = 0; n < 2; n++) {
    globalThis.gc?.()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const active = process.getActiveResourcesInfo()
  const timers = active.filter(name => name === 'Timeout' || name === 'Immediate').length
  return {
    rss_mb: rss / 1e6,
    heap_mb: heapUsed / 1e6,
    external_mb: external / 1e6,
    files: readdirSync('/proc/self/fd').length,
    timers,
    handles: active.length - timers,
  }
}
export type Figures = Awaited<ReturnType<typeof figures>>

const commands = {
  ahead: async (ms: number) => setAhead(ms),
  plan: async () => plan(polling),
  handOut: async () => void (await handOut(polling, null)),
  request: async (request: CallRequest) => running.request(request),
  figures,
  stop: () => running.stop(),
}
export type Commands = typeof commands

process.on('message', (message: { id: number; name: keyof Commands; arg: never }) => {
  commands[message.name](message.arg).then(
    result => process.send?.({ id: message.id, result }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
