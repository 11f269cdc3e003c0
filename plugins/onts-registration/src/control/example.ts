import { exampleOnu, examplePon, ponProfiles, unregisteredOnts } from '@linecard/driver-kit/modules'
import { exampleDevice } from '@linecard/plugin-kit'
import type { RegistrationDefinition } from '../definition.ts'

const { _ident: ident, ...waiting } = unregisteredOnts.example[0]!
const port = { ...examplePon, _frame: 1, _shelf: 1, _slot: 1, _port: 1, bind_key: String(examplePon.id) }

/** What a template sees in a preview without variables of its own. */
export const exampleVariables: Readonly<Record<string, unknown>> = {
  params: {},
  user: { id: 1, login: 'noc' },
  device: exampleDevice,
  iface: port,
  interfaces_list: [port],
  data: { pon_profiles: ponProfiles.example },
  error: {},
  ont: { ...waiting, ident, _serial_ascii: ident, interface: port },
  free: { first: 5, list: [5, 6, 7] },
  old: { ident: 'ZTEGC1086C70', serial: 'ZTEGC1086C70', mac_address: null, interface: exampleOnu },
}

export const empty: RegistrationDefinition = {
  description: '',
  enabled: true,
  group_ids: [],
  models: [],
  technology: null,
  forms: [{ name: 'Every ONU', ont_models: [], parameters: [] }],
  commands: '',
  undo: '',
  replace: null,
  blocks: {},
  verify: { online_sec: 60, checks: [] },
}

export const example = {
  ...empty,
  name: 'ZTE: bridge',
  enabled: true,
  models: ['zte_c320'],
  commands: 'configure terminal\ninterface gpon-olt_1/{{iface._slot}}/{{iface._port}}\n',
  undo: 'configure terminal\n',
}
