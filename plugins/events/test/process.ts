/** A process of an installation with a source of many conditions. Arguments: config file, number, file with words. */
import { readFileSync } from 'node:fs'
import { boot } from '@linecard/kernel'
import events from '../src/index.ts'
import { condition, sourcesOf, type Scene } from './world.ts'

const [file, count, saying] = process.argv.slice(2)
const config = JSON.parse(readFileSync(file!, 'utf8')) as object
const scene: Scene = {
  asked: [],
  holding: {
    lost: async () =>
      readFileSync(saying!, 'utf8').trim() === ''
        ? []
        : Array.from({ length: Number(count) }, (_, n) =>
            condition({ part: String(n), title: readFileSync(saying!, 'utf8').trim() }),
          ),
  },
}
await boot({
  plugins: [events, sourcesOf(scene, { lost: {} })],
  config: {
    ...config,
    http: { port: 0 },
    log: { level: 'info' },
    settings: { events: { round_sec: 0.2, grace_sec: 0 }, system: { new_version_check: false } },
  },
})
