/**
 * A process that holds device 1 until it is killed: `holder.ts <data folder> <database url>`. It says `held`
 * when it does.
 */
import { boot } from '@linecard/kernel'
import type { Target } from '@linecard/plugin-kit'
import { driver } from './driver.ts'

const running = await boot({
  env: {},
  drivers: [driver],
  logTo: { write: () => undefined },
  config: {
    data_dir: process.argv[2]!,
    http: { port: 0 },
    database: { url: process.argv[3]! },
    settings: { equipment: { allow_loopback: true }, system: { new_version_check: false } },
  },
})
const target = { deviceId: 1, ip: '127.41.9.1' } as Target
await running.use('equipment').hold(target, { what: 'a move', caller: null }, () => {
  process.send!('held')
  return new Promise(() => undefined)
})
