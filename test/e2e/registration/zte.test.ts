import { suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on a living OLT of ZTE. */
const test = suite('registration: ZTE', { timeoutMs: 300_000 })

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts({ c320: { vendor: 'zte', model: 'C320' } }))
})
test.after(() => house?.stop())

const commands = `
configure terminal
interface gpon-olt_1/{{iface._slot}}/{{iface._port}}
onu {{free.first}} type {{default ont.model "F660"}} sn {{ont.serial}}
onu {{free.first}} profile line {{params.line}} remote {{params.remote}}
exit
interface gpon-onu_1/{{iface._slot}}/{{iface._port}}:{{free.first}}
name {{params.name}}
exit
exit
`
const undo = `
configure terminal
interface gpon-olt_1/{{iface._slot}}/{{iface._port}}
no onu {{free.first}}
exit
exit
`
const text = (key: string, name: string) => ({ key, name, type: 'input_string', required: true })

registrationPoints(test, 'C320', () => worlds.get('c320')!, {
  template: {
    name: 'ZTE: bridge',
    technology: 'gpon',
    forms: [
      {
        name: 'Every ONU',
        ont_models: [],
        parameters: [text('line', 'Line profile'), text('remote', 'Remote profile'), text('name', 'Name')],
      },
    ],
    commands,
    undo,
    replace: null,
    blocks: {},
    verify: { online_sec: 20, checks: [] },
  },
  params: { line: 'LINE-INTERNET', remote: 'SRV-BRIDGE', name: 'contract-7' },
  port: 'gpon_1/1/1',
  type: 'F660',
  ident: nth => `ZTEG0A0000${nth.toString(16).toUpperCase().padStart(2, '0')}`,
})
