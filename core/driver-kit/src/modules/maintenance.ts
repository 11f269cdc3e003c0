import { defineModule } from '../contract/module.ts'
import { noArgs, oneInterfaceArgs } from './arguments.ts'
import { ChangeResult } from './change.ts'

/**
 * Counters of all ports begin anew. Verified where the counters of IF-MIB follow, which some devices do not
 * let them.
 */
export const clearCounters = defineModule({
  name: 'clear_counters',
  kind: 'change',
  permission: 'switches_clear_counters',
  summary: 'Clears the counters of all ports',
  args: noArgs,
  result: ChangeResult,
  example: { accepted: true, evidence: 'Success.', verified: true },
})

/** The same for one port. */
export const clearIfaceCounters = defineModule({
  name: 'clear_iface_counters',
  kind: 'change',
  permission: 'switches_clear_counters',
  summary: 'Clears the counters of one port',
  args: oneInterfaceArgs,
  result: ChangeResult,
  example: { accepted: true, evidence: null, verified: false },
})

/**
 * Makes the running configuration the one of the next start. Verified where the device says that it is done.
 */
export const saveConfig = defineModule({
  name: 'save_config',
  kind: 'change',
  permission: 'switches_save_config',
  summary: 'Saves the configuration',
  args: noArgs,
  result: ChangeResult,
  example: { accepted: true, evidence: 'Saving all settings to NV-RAM... 100 % done.', verified: true },
})

/**
 * Restarts the device. Verified when it falls silent, or its uptime begins anew. What was not saved is lost.
 */
export const reboot = defineModule({
  name: 'reboot',
  kind: 'change',
  permission: 'switches_reboot_device',
  summary: 'Restarts the device',
  args: noArgs,
  result: ChangeResult,
  example: {
    accepted: true,
    evidence: 'Are you sure to proceed with the system reboot?(y/n) y',
    verified: true,
  },
})
