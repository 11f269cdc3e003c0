import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, loadOnlyArg } from './arguments.ts'
import {
  exampleOnu,
  integerOrNull,
  macOrNull,
  onuStatus,
  perInterface,
  textOrNull,
  wordOrNull,
} from './shapes.ts'

/**
 * State of every ONU. `status` includes the reason (LOS, PowerOff). `bind_status` is the state in the
 * vendor's words. `load_only` takes the names of the fields.
 */
export const ponOntsStatus = defineModule({
  name: 'pon_onts_status',
  kind: 'read',
  permission: 'device_show',
  summary: 'State of ONUs',
  args: interfaceAnd({ load_only: T.Optional(loadOnlyArg) }),
  result: perInterface({
    status: onuStatus,
    bind_status: textOrNull("State in the vendor's words, e.g. working, DyingGasp, deregistered"),
    admin_state: wordOrNull(['Enabled', 'Disabled'], 'Configured state; null: not given'),
    conf_status: T.Optional(textOrNull("State of the configuration in the vendor's words")),
    _mac: T.Optional(macOrNull('MAC address if the same table has it')),
    _oam_status: T.Optional(textOrNull("OAM or OMCC state in the vendor's words")),
    _channel: T.Optional(textOrNull('Channel, e.g. 1(GPON)')),
    _onu_disabled: T.Optional(integerOrNull("Vendor's code for a disabled ONU")),
  }),
  example: [{ interface: exampleOnu, status: 'Online', bind_status: 'working', admin_state: 'Enabled' }],
})
