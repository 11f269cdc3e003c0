/** A process of an installation with the pinger; its argument is the config file. */
import { readFileSync } from 'node:fs'
import { boot } from '@linecard/kernel'
import pinger from '../src/index.ts'
import { quick } from './world.ts'

const config = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as object
await boot({
  plugins: [pinger],
  config: {
    ...config,
    http: { port: 0 },
    log: { level: 'info' },
    settings: { equipment: { allow_loopback: true }, pinger: quick, system: { new_version_check: false } },
  },
})
