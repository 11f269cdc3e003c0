/** A worker of an installation with traps. Arguments: the config file; its group. */
import { readFileSync } from 'node:fs'
import dlink from '@linecard/driver-dlink'
import { boot } from '@linecard/kernel'
import pollers from '@linecard/plugin-pollers'
import switches from '@linecard/plugin-switches'
import traps from '../src/index.ts'

const [file, workerGroup] = process.argv.slice(2)
const config = JSON.parse(readFileSync(file!, 'utf8')) as object
await boot({
  drivers: [dlink],
  plugins: [switches, pollers, traps],
  mode: 'worker',
  workerGroup: workerGroup!,
  config: {
    ...config,
    http: { port: 0 },
    log: { level: 'warn' },
    settings: { equipment: { allow_loopback: true }, system: { new_version_check: false } },
  },
})
process.send?.('ready')
