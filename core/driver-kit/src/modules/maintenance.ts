import { defineModule } from '../contract/module.ts'
import { noArgs, oneInterfaceArgs } from './arguments.ts'
import { ChangeResult } from './change.ts'

/**
 * Clears the counters of all ports. Verified if the counters of IF-MIB fall. Some devices do not clear those.
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

/** Saves the running configuration as startup configuration. Verified if the device confirms it. */
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
 * Restarts the device. Verified if it stops answering or if its uptime starts again. Unsaved changes are
 * lost.
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
