import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArg } from './arguments.ts'
import { ChangeResult, exampleChange, lineArg } from './change.ts'
import { closed } from './shapes.ts'

/** Description of a port (ifAlias, or the vendor's own). An empty text removes the description. */
export const ctrlPortDescr = defineModule({
  name: 'ctrl_port_descr',
  kind: 'change',
  permission: 'switches_set_port_description',
  summary: 'Sets the description of a port',
  args: closed({
    interface: interfaceArg,
    description: lineArg('One line; an empty text removes the description', 255),
  }),
  result: ChangeResult,
  example: exampleChange,
})

/** Admin state of a port (ifAdminStatus). */
export const ctrlPortState = defineModule({
  name: 'ctrl_port_state',
  kind: 'change',
  permission: 'switches_set_port_admin_state',
  summary: 'Enables or disables a port',
  args: closed({ interface: interfaceArg, state: T.Enum(['enable', 'disable']) }),
  result: ChangeResult,
  example: { accepted: true, evidence: 'ifAdminStatus.3 = 2', verified: true },
})

/** Configured speed and duplex of a port. */
export const ctrlPortSpeed = defineModule({
  name: 'ctrl_port_speed',
  kind: 'change',
  permission: 'switches_set_port_admin_speed',
  summary: 'Sets speed and duplex of a port',
  args: closed({
    interface: interfaceArg,
    speed: T.String({
      pattern: '^(auto|(10|100|1000|2500|5000|10000|25000|40000|100000)-(Half|Full))$',
      description: 'auto, or Mbit/s and duplex: 100-Full',
    }),
  }),
  result: ChangeResult,
  example: { accepted: true, evidence: 'Success.', verified: true },
})
