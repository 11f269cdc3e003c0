import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltPlan, type OltWorld } from '../olts/world.ts'
import { movesBetween, type TwoOlts } from './between.ts'
import { exampleTemplate } from './template.ts'

/** ONUs go from one OLT to another of its maker. */
const test = suite('registration: moves between OLTs', { level: 'full' })

const two = (nth: number) => nth.toString(16).toUpperCase().padStart(2, '0')
const console = { enable: 'en-4kQ2' }
const name = 'contract-7'

interface Family extends Omit<TwoOlts, 'template'> {
  olt: OltPlan
  folder: string
}
const families: Readonly<Record<string, Family>> = {
  C600: {
    olt: { vendor: 'zte', model: 'C600' },
    folder: 'zte-c600-bridge',
    params: { name, type: 'F660', vlan: '100', tcont: 'UP-1G', traffic: 'DOWN-1G' },
    port: 'gpon_olt-1/3/1',
    type: 'F660',
    ident: nth => `ZTEG0A0000${two(nth)}`,
  },
  MA5800: {
    olt: { vendor: 'huawei', model: 'MA5800-X7' },
    folder: 'huawei-gpon-bridge',
    params: { name, vlan: '100', line: 'LINE-INTERNET', srv: 'SRV-BRIDGE' },
    port: 'GPON 0/1/0',
    type: 'EG8145V5',
    ident: nth => `HWTC0A0000${two(nth)}`,
  },
  P3310C: {
    olt: { vendor: 'bdcom', model: 'P3310C', console },
    folder: 'bdcom-epon-bridge',
    params: { name, vlan: '200' },
    port: 'EPON0/1',
    type: 'F660',
    ident: nth => `84:79:73:00:00:${two(nth)}`,
  },
  'GP3600-08': {
    olt: { vendor: 'bdcom', model: 'GP3600-08', console },
    folder: 'bdcom-gpon-bridge',
    params: { name, vlan: '3', flow: '1' },
    port: 'GPON0/1',
    type: 'F660',
    ident: nth => `ZTEG0A0000${two(nth)}`,
  },
  FD1208S: {
    olt: { vendor: 'cdata', model: 'FD1208S', console },
    folder: 'cdata-epon-bridge',
    params: { name, vlan: '200', line: '1', srv: '1' },
    port: 'pon0/0/1',
    type: 'FD514GD',
    ident: nth => `84:79:73:00:00:${two(nth)}`,
  },
  FD1608S: {
    olt: { vendor: 'cdata', model: 'FD1608S', console },
    folder: 'cdata-gpon-bridge',
    params: { name, vlan: '200', line: '1', srv: '1' },
    port: 'gpon 0/0/1',
    type: 'FD514GD',
    ident: nth => `CDTC0A0000${two(nth)}`,
  },
  V1600D8: {
    olt: { vendor: 'vsol', model: 'V1600D8', console },
    folder: 'vsol-epon-bridge',
    params: { name, vlan: '200' },
    port: 'EPON0/1',
    type: 'F660',
    ident: nth => `84:79:73:00:00:${two(nth)}`,
  },
  V1600G1B: {
    olt: { vendor: 'vsol', model: 'V1600G1B', console },
    folder: 'vsol-gpon-bridge',
    params: { name, vlan: '200', dba: '1' },
    port: 'GPON0/1',
    type: 'F660',
    ident: nth => `VSOL0A0000${two(nth)}`,
  },
}

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  const plans = Object.entries(families).flatMap(([key, { olt }]) =>
    ['from', 'to'].map(which => [`${key}-${which}`, { ...olt, onusOnEveryPort: 1 }] as const),
  )
  ;({ house, worlds } = await startOlts(Object.fromEntries(plans)))
})
test.after(() => house?.stop())

for (const [key, { folder, olt: _, ...rest }] of Object.entries(families))
  movesBetween(test, key, () => [worlds.get(`${key}-from`)!, worlds.get(`${key}-to`)!], {
    ...rest,
    template: exampleTemplate(folder),
  })
