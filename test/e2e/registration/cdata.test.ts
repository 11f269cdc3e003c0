import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'
import { exampleTemplate } from './template.ts'

/** Registration of ONUs on living OLTs of C-Data, with the examples for them. */
const test = suite('registration: C-Data', { timeoutMs: 300_000 })

const console = { enable: 'en-4kQ2' }
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({
    epon: { vendor: 'cdata', model: 'FD1208S', console },
    gpon: { vendor: 'cdata', model: 'FD1608S', console },
  }))
})
test.after(() => house?.stop())

const two = (nth: number) => nth.toString(16).toUpperCase().padStart(2, '0')

registrationPoints(test, 'FD1208S', () => worlds.get('epon')!, {
  template: exampleTemplate('cdata-epon-bridge'),
  params: { name: 'contract-7', vlan: '200', line: '1', srv: '1' },
  port: 'pon0/0/1',
  type: 'FD514GD',
  ident: nth => `84:79:73:00:00:${two(nth)}`,
})
registrationPoints(test, 'FD1608S', () => worlds.get('gpon')!, {
  template: exampleTemplate('cdata-gpon-bridge'),
  params: { name: 'contract-7', vlan: '200', line: '1', srv: '1' },
  port: 'gpon 0/0/1',
  type: 'FD514GD',
  ident: nth => `CDTC0A0000${two(nth)}`,
})
