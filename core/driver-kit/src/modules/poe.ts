import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArg, interfaceArgs } from './arguments.ts'
import { ChangeResult, exampleChange } from './change.ts'
import { adminStates, closed, examplePort, integerOrNull, perInterface, wordOrNull } from './shapes.ts'

/** Power over Ethernet by port (POWER-ETHERNET-MIB, RFC 3621). Ports without it are not listed. */
export const poeInfo = defineModule({
  name: 'poe_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'Power over Ethernet of ports',
  args: interfaceArgs,
  result: perInterface({
    admin_state: wordOrNull(adminStates, 'pethPsePortAdminEnable; null: not given'),
    status: wordOrNull(
      ['Off', 'Searching', 'Delivering', 'Fault', 'Test', 'OtherFault'],
      'pethPsePortDetectionStatus; null: not given',
    ),
    class: integerOrNull(
      'Class of the powered device, 0 to 4 (8 with 802.3bt); null: no powered device, or not given',
    ),
    priority: wordOrNull(['Critical', 'High', 'Low'], 'pethPsePortPowerPriority; null: not given'),
    power_mw: integerOrNull('Power that the port delivers, mW; null: not given'),
  }),
  example: [
    {
      interface: examplePort,
      admin_state: 'Enabled',
      status: 'Delivering',
      class: 3,
      priority: 'Low',
      power_mw: 5400,
    },
  ],
})

/** Switches the power of a port on or off, for example to restart a camera or a radio. */
export const ctrlPoeState = defineModule({
  name: 'ctrl_poe_state',
  kind: 'change',
  permission: 'switches_set_poe',
  summary: 'Switches the power of a port on or off',
  args: closed({ interface: interfaceArg, state: T.Enum(['enable', 'disable']) }),
  result: ChangeResult,
  example: { ...exampleChange, evidence: 'pethPsePortAdminEnable.1.3 = 2' },
})
