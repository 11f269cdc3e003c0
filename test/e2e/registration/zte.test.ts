import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'
import { exampleTemplate } from './template.ts'

/** Registration of ONUs on a living OLT of ZTE. */
const test = suite('registration: ZTE', { timeoutMs: 300_000 })

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({ c320: { vendor: 'zte', model: 'C320' } }))
})
test.after(() => house?.stop())

registrationPoints(test, 'C320', () => worlds.get('c320')!, {
  template: exampleTemplate('zte-fw21-bridge'),
  params: { name: 'contract-7', vlan: '100', tcont: 'UP-100M', traffic: 'DOWN-100M' },
  port: 'gpon_1/1/1',
  other: 'gpon_1/1/2',
  type: 'F660',
  ident: nth => `ZTEG0A0000${nth.toString(16).toUpperCase().padStart(2, '0')}`,
})
