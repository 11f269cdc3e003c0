/** A process of an installation with the pinger. Arguments: the config file; the group of a worker. */
import { readFileSync } from 'node:fs'
import { boot } from '@linecard/kernel'
import pollers from '@linecard/plugin-pollers'
import pinger from '../src/index.ts'
import { quick } from './world.ts'

const [file, workerGroup] = process.argv.slice(2)
const config = JSON.parse(readFileSync(file!, 'utf8')) as object
await boot({
  plugins: [pinger, pollers],
  ...(workerGroup !== undefined && { mode: 'worker', workerGroup }),
  config: {
    ...config,
    http: { port: 0 },
    log: { level: 'info' },
    settings: { equipment: { allow_loopback: true }, pinger: quick, system: { new_version_check: false } },
  },
})
process.send?.('ready')
