import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, loadOnlyArg } from './arguments.ts'
import {
  booleanOrNull,
  closed,
  exampleOnu,
  integerOrNull,
  orNull,
  perInterface,
  textOrNull,
} from './shapes.ts'

const profile = (what: string) =>
  T.Optional(orNull(closed({ id: integerOrNull('Number'), name: textOrNull('Name') }), `${what}; null: none`))
const text = (what: string) => T.Optional(textOrNull(what))

/** Provisioning of ONUs. Only some vendors have the optional fields. */
export const ponOntsConfiguration = defineModule({
  name: 'pon_onts_configuration',
  kind: 'read',
  permission: 'device_show',
  summary: 'Provisioning of ONUs',
  args: interfaceAnd({ load_only: T.Optional(loadOnlyArg) }),
  result: perInterface({
    line_profile: textOrNull('Name of the line profile'),
    service_profile: textOrNull('Name of the service profile'),
    line: profile('Line profile'),
    srv: profile('Service profile'),
    auth_method: text('How the OLT identifies the ONU: sn, mac, loid, password …'),
    auth_mode: text('The same as other clients write it'),
    auth_info: text('Value that identifies the ONU'),
    sn_bind: text('Binding of the serial number'),
    timeout: T.Optional(integerOrNull('Ageing time of the identification, hours')),
    isolation: T.Optional(booleanOrNull('Ports of the ONU cannot reach each other')),
    type: text('ONU type'),
    type_configured: text('ONU type configured'),
    type_reported: text('ONU type that the ONU reports'),
    state: text("State in the vendor's words"),
    current_channel: text('Channel in use'),
    vport_mode: text('Mode of virtual ports'),
    dba_mode: text('DBA mode'),
    online_duration: text('Time online as the device writes it'),
    fec: text('Forward error correction'),
    fec_actual_mode: text('Forward error correction in use'),
    pps1_tod: text('1PPS+ToD'),
    auto_replace: text('Automatic replacement'),
    mcast_encrypt: text('Multicast encryption'),
    has_password: T.Optional(
      booleanOrNull('A registration password is set. The password itself is never returned'),
    ),
  }),
  example: [
    {
      interface: exampleOnu,
      line_profile: 'line-100M',
      service_profile: 'bridge',
      line: { id: 1, name: 'line-100M' },
      srv: { id: 1, name: 'bridge' },
      auth_method: 'sn',
    },
  ],
})
