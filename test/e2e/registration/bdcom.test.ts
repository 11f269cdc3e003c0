import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'
import { exampleTemplate } from './template.ts'

/** Registration of ONUs on living OLTs of BDCOM, with the examples for them. */
const test = suite('registration: BDCOM', { timeoutMs: 300_000 })

const console = { enable: 'en-4kQ2' }
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({
    epon: { vendor: 'bdcom', model: 'P3310C', console },
    gpon: { vendor: 'bdcom', model: 'GP3600-08', console },
  }))
})
test.after(() => house?.stop())

const two = (nth: number) => nth.toString(16).toUpperCase().padStart(2, '0')

registrationPoints(test, 'P3310C', () => worlds.get('epon')!, {
  template: exampleTemplate('bdcom-epon-bridge'),
  params: { name: 'contract-7', vlan: '200' },
  port: 'EPON0/1',
  type: 'F660',
  ident: nth => `84:79:73:00:00:${two(nth)}`,
  cuts: 6,
})
registrationPoints(test, 'GP3600-08', () => worlds.get('gpon')!, {
  template: exampleTemplate('bdcom-gpon-bridge'),
  params: { name: 'contract-7', vlan: '3', flow: '1' },
  port: 'GPON0/1',
  type: 'F660',
  ident: nth => `ZTEG0A0000${two(nth)}`,
})
