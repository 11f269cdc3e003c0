import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'
import { exampleTemplate } from './template.ts'

/** Registration of ONTs on living OLTs of Huawei, with the examples. */
const test = suite('registration: Huawei', { timeoutMs: 300_000 })

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({
    gpon: { vendor: 'huawei', model: 'MA5800-X7' },
    epon: { vendor: 'huawei', model: 'MA5680T/EPON' },
  }))
})
test.after(() => house?.stop())

const two = (nth: number) => nth.toString(16).toUpperCase().padStart(2, '0')

registrationPoints(test, 'MA5800', () => worlds.get('gpon')!, {
  template: exampleTemplate('huawei-gpon-bridge'),
  params: { name: 'contract-7', vlan: '100', line: 'LINE-INTERNET', srv: 'SRV-BRIDGE' },
  port: 'GPON 0/1/0',
  type: 'EG8145V5',
  ident: nth => `HWTC0A0000${two(nth)}`,
})

registrationPoints(test, 'MA5680T, EPON', () => worlds.get('epon')!, {
  template: exampleTemplate('huawei-epon-bridge'),
  params: { name: 'contract-7', vlan: '100', line: '10', srv: '10' },
  port: 'EPON 0/2/0',
  type: 'EG8145V5',
  ident: nth => `00:D1:9A:01:03:${two(nth)}`,
  cuts: 4,
})
