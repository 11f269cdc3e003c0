import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { oltPoints } from './points.ts'
import { startOlts, type OltWorld } from './world.ts'

/** Living OLTs of C-Data through the API: a GPON OLT with firmware 3 by its console, an EPON OLT by SNMP. */
const test = suite('olts: C-Data', { level: 'full' })

const plans = {
  gpon: { vendor: 'cdata', model: 'FD1608S', console: { enable: 'en-4kQ2' }, onusOnEveryPort: 4 },
  epon: { vendor: 'cdata', model: 'FD1208S', console: { enable: 'en-4kQ2' }, onusOnEveryPort: 3 },
} as const
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
})
test.after(() => house?.stop())

const enter = /^interface gpon/
oltPoints(test, 'FD1608S', () => worlds.get('gpon')!, {
  commands: {
    description: /^ont description/,
    disable: /^ont deactivate/,
    uni: /^ont port attribute/,
    reboot: /^ont reboot/,
    delete: /^ont delete/,
  },
  before: { description: enter, disable: enter, uni: enter, reboot: enter, delete: enter },
  consoleModule: 'unregistered_onts',
})
oltPoints(test, 'FD1208S', () => worlds.get('epon')!, { commands: {}, lacks: ['disable'] })
