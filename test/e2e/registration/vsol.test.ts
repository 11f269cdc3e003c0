import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'
import { exampleTemplate } from './template.ts'

/** Registration of ONUs on living OLTs of V-SOL, with the examples for them. */
const test = suite('registration: V-SOL', { timeoutMs: 300_000 })

const console = { enable: 'en-4kQ2' }
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({
    epon: { vendor: 'vsol', model: 'V1600D8', console },
    gpon: { vendor: 'vsol', model: 'V1600G1B', console },
  }))
})
test.after(() => house?.stop())

const two = (nth: number) => nth.toString(16).toUpperCase().padStart(2, '0')

registrationPoints(test, 'V1600D8', () => worlds.get('epon')!, {
  template: exampleTemplate('vsol-epon-bridge'),
  params: { name: 'contract-7', vlan: '200' },
  port: 'EPON0/1',
  type: 'F660',
  ident: nth => `84:79:73:00:00:${two(nth)}`,
  cuts: 3,
})
registrationPoints(test, 'V1600G1B', () => worlds.get('gpon')!, {
  template: exampleTemplate('vsol-gpon-bridge'),
  params: { name: 'contract-7', vlan: '200', dba: '1' },
  port: 'GPON0/1',
  type: 'F660',
  ident: nth => `VSOL0A0000${two(nth)}`,
  cuts: 4,
})
