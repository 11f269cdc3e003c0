import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArg } from './arguments.ts'
import { ChangeResult, exampleChange, lineArg } from './change.ts'
import { closed, oneLinePattern } from './shapes.ts'

/** The ONU that the caller saw: it is compared with the device first. Another one is InterfaceMoved. */
const identArg = T.Optional(
  T.String({
    minLength: 1,
    maxLength: 64,
    pattern: oneLinePattern,
    description:
      'Serial number or MAC address of the ONU that is meant. ' +
      'If another ONU has its place now, nothing is changed. Absent: the stored one, if there is one',
  }),
)
const oneOnu = { interface: interfaceArg, ident: identArg }
const onOff = T.Enum(['enable', 'disable'])

/** Number of an Ethernet port of an ONU, as a number or as decimal digits. */
const uniArg = T.Union([T.Integer({ minimum: 1, maximum: 64 }), T.String({ pattern: '^[0-9]{1,2}$' })], {
  description: "Number of the ONU's Ethernet port, from 1",
})

/** Admin state of an ONU. A disabled ONU keeps its configuration and sends no light. */
export const ctrlOntDisable = defineModule({
  name: 'ctrl_ont_disable',
  kind: 'change',
  permission: 'olts_ctrl_disable',
  summary: 'Enables or disables an ONU',
  args: closed({ ...oneOnu, state: onOff }),
  result: ChangeResult,
  example: exampleChange,
})

/** Description of an ONU. */
export const ctrlOntDescr = defineModule({
  name: 'ctrl_ont_descr',
  kind: 'change',
  permission: 'olts_ctrl_description',
  summary: 'Sets the description of an ONU',
  args: closed({ ...oneOnu, description: lineArg('One line; an empty text removes the description', 255) }),
  result: ChangeResult,
  example: exampleChange,
})

/** Restart of an ONU. Verified: the OLT showed that the ONU went down, or that it registered again. */
export const ctrlOntReboot = defineModule({
  name: 'ctrl_ont_reboot',
  kind: 'change',
  permission: 'olts_ctrl_reboot',
  summary: 'Reboots an ONU',
  args: closed(oneOnu),
  result: ChangeResult,
  example: { accepted: true, evidence: 'The ONU went down: Offline', verified: true },
})

/** Factory settings of an ONU, or what the vendor calls its reset (see NOTES.md of the driver). */
export const ctrlOntReset = defineModule({
  name: 'ctrl_ont_reset',
  kind: 'change',
  permission: 'olts_ctrl_reset',
  summary: 'Resets an ONU to its factory settings',
  args: closed(oneOnu),
  result: ChangeResult,
  example: { accepted: true, evidence: 'The ONU went down: Offline', verified: true },
})

/** Removes an ONU from the configuration of the OLT, with everything that belongs to it. */
export const ctrlOntDelete = defineModule({
  name: 'ctrl_ont_delete',
  kind: 'change',
  permission: 'olts_ctrl_dereg',
  summary: 'Deletes an ONU',
  args: closed(oneOnu),
  result: ChangeResult,
  example: { accepted: true, evidence: '[Successful]', verified: true },
})

/** Counters of an ONU. Verified: they fell. */
export const ctrlOntClearCounters = defineModule({
  name: 'ctrl_ont_clear_counters',
  kind: 'change',
  permission: 'olts_ctrl_clear_counters',
  summary: 'Clears the counters of an ONU',
  args: closed(oneOnu),
  result: ChangeResult,
  example: exampleChange,
})

/** Admin state of an Ethernet port of an ONU. */
export const ctrlOntUniAdminState = defineModule({
  name: 'ctrl_ont_uni_admin_state',
  kind: 'change',
  permission: 'olts_ctrl_uni_ports',
  summary: 'Enables or disables an Ethernet port of an ONU',
  args: closed({ ...oneOnu, num: uniArg, state: onOff }),
  result: ChangeResult,
  example: exampleChange,
})

/** Switches a PON port off and on: every ONU of the port goes down for a moment. */
export const ctrlResetPort = defineModule({
  name: 'ctrl_reset_port',
  kind: 'change',
  permission: 'olts_ctrl_port',
  summary: 'Resets a PON port',
  args: closed({ interface: interfaceArg }),
  result: ChangeResult,
  example: exampleChange,
})
