import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArg } from './arguments.ts'
import { ChangeResult, exampleChange, oneVlanArg } from './change.ts'
import { closed } from './shapes.ts'

/** Creates or deletes a VLAN of the device. */
export const ctrlVlanState = defineModule({
  name: 'ctrl_vlan_state',
  kind: 'change',
  permission: 'switches_vlan_control',
  summary: 'Creates or deletes a VLAN',
  args: closed({
    id: oneVlanArg,
    name: T.Optional(
      T.String({
        pattern: '^[0-9A-Za-z_.-]{1,32}$',
        description: 'Name of a new VLAN; absent: "VLAN" and the number',
      }),
    ),
    action: T.Enum(['create', 'delete']),
  }),
  result: ChangeResult,
  example: { ...exampleChange, evidence: 'dot1qVlanStaticRowStatus.301 = 4' },
})

/**
 * Adds a port to a VLAN or removes it. Untagged is valid for both directions: the PVID of the port changes
 * too.
 */
export const ctrlVlanPort = defineModule({
  name: 'ctrl_vlan_port',
  kind: 'change',
  permission: 'switches_vlan_control',
  summary: 'Adds a port to a VLAN or removes it',
  args: closed({
    id: oneVlanArg,
    interface: interfaceArg,
    type: T.Optional(
      T.Enum(['tagged', 'untagged'], {
        description: 'How the port sends frames of the VLAN; tagged by default',
      }),
    ),
    action: T.Enum(['add', 'delete']),
  }),
  result: ChangeResult,
  example: { ...exampleChange, evidence: 'dot1qVlanStaticEgressPorts.301' },
})
