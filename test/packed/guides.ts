import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomInt } from 'node:crypto'
import { startDevice } from '@linecard/simulator'
import { blocksOf, createReader } from '../support/guide.ts'
import { cleanEnv } from './folder.ts'
import { must } from './steps.ts'

const guides = { driver: 'docs/guides/driver.md', plugin: 'docs/guides/plugin.md' } as const

/**
 * Follows a guide for authors in an empty folder, with the packed packages alone, as an author does. The
 * device of the guide plays the recording of the example. Gives the tarball that the guide ends with.
 */
export async function followGuide(
  name: keyof typeof guides,
  folder: string,
  from: { registry: string; linecard: string },
): Promise<{ tarball: string; ran: number }> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.npmrc'), `@linecard:registry=${from.registry}\n`)
  const ip = `127.${20 + randomInt(200)}.${randomInt(256)}.1`
  const recording = 'examples/driver-acme/recordings/acme_a8/1.0/snmp.snmprec'
  const device = await startDevice({ ip, port: 0, recording })
  try {
    const reader = createReader({
      folder,
      env: { ...cleanEnv(), DEVICE: ip, PORT: String(device.port), npm_config_prefer_offline: 'true' },
      // `linecard` has no scope, so npm would ask its usual registry.
      written: (_, text) => text.replace('"linecard": "0.1.0"', `"linecard": "file:${from.linecard}"`),
    })
    for (const block of blocksOf(readFileSync(guides[name], 'utf8'))) await reader.follow(block)
    const tarball = readdirSync(folder).find(file => file.endsWith('.tgz'))
    must(tarball, 'the guide ends without a tarball')
    return { tarball: join(folder, tarball), ran: reader.ran() }
  } finally {
    await device.stop()
  }
}
