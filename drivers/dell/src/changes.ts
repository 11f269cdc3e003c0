import { confirmed, industryControl, type IndustryControlOptions } from '@linecard/driver-kit/builders'

/**
 * IF-MIB takes SETs; saving and restarting are the console's. No series clears what IF-MIB counts, so `clear
 * counters` is left to the console modules.
 */
const changes = (own: Pick<IndustryControlOptions, 'save' | 'reboot'>) =>
  industryControl({ ports: 'snmp', vlan: null, clear: null, ...own })

/** RADLAN asks `Overwrite file [startup-config] ?[Yes/press any key for no]....`. */
export const powerConnectChanges = () =>
  changes({
    save: {
      command: 'copy running-config startup-config',
      answers: [{ prompt: 'press any key for no', answer: 'y' }, ...confirmed],
      done: /succeeded|success|copied/i,
    },
    reboot: { command: 'reload', answers: confirmed },
  })
/** Dell N-Series CLI Reference: `Configuration Saved!`. */
export const nSeriesChanges = () =>
  changes({
    save: { command: 'copy running-config startup-config', answers: confirmed, done: /saved/i },
    reboot: { command: 'reload', answers: confirmed },
  })
/** Networking OS 9: `[confirm yes/no]`; the file is written block by block, shown as `!!`. */
export const os9Changes = () =>
  changes({
    save: { command: 'write memory', answers: confirmed, done: /copied|!!/i },
    reboot: { command: 'reload', answers: [{ prompt: /saved? it?.*:\s*$/i, answer: 'no' }, ...confirmed] },
  })
/** SmartFabric OS10 says nothing to a save. */
export const os10Changes = () =>
  changes({ save: { command: 'write memory' }, reboot: { command: 'reload', answers: confirmed } })
