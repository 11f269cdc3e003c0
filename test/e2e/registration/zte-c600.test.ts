import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'
import { exampleTemplate } from './template.ts'

/** Registration of ONUs on a living C600, with the example: services are on virtual ports. */
const test = suite('registration: ZTE C600', { timeoutMs: 300_000 })

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({ c600: { vendor: 'zte', model: 'C600' } }))
})
test.after(() => house?.stop())

registrationPoints(test, 'C600', () => worlds.get('c600')!, {
  template: exampleTemplate('zte-c600-bridge'),
  params: { name: 'contract-7', type: 'F660', vlan: '100', tcont: 'UP-1G', traffic: 'DOWN-1G' },
  port: 'gpon_olt-1/3/1',
  type: 'F660',
  ident: nth => `ZTEG0A0000${nth.toString(16).toUpperCase().padStart(2, '0')}`,
})
