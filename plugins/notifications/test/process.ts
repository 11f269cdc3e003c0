/** A process of an installation with the notifications. Arguments: the config file; settings as JSON. */
import { readFileSync } from 'node:fs'
import { boot } from '@linecard/kernel'
import notifications from '../src/index.ts'
import { events } from './events.ts'

const [file, settings] = process.argv.slice(2)
const config = JSON.parse(readFileSync(file!, 'utf8')) as object
await boot({
  plugins: [events, notifications],
  config: {
    ...config,
    http: { port: 0 },
    log: { level: 'info' },
    settings: { notifications: JSON.parse(settings!) as object, system: { new_version_check: false } },
  },
})
