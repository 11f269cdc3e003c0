import { confirmed, industryControl, type IndustryControlOptions } from '@linecard/driver-kit/builders'

/**
 * Ports change by SETs on IF-MIB; the console saves and restarts. No series clears the counters of IF-MIB, so
 * `clear counters` belongs to the console modules.
 */
const changes = (own: Pick<IndustryControlOptions, 'save' | 'reboot'>) =>
  industryControl({ ports: 'snmp', vlan: null, clear: null, ...own })

/** RADLAN's console asks `Overwrite file [startup-config] ?[Yes/press any key for no]....`. */
export const powerConnectChanges = () =>
  changes({
    save: {
      command: 'copy running-config startup-config',
      answers: [{ prompt: 'press any key for no', answer: 'y' }, ...confirmed],
      done: /succeeded|success|copied/i,
    },
    reboot: { command: 'reload', answers: confirmed },
  })
/** The console prints `Configuration Saved!`. Source: Dell N-Series CLI Reference. */
export const nSeriesChanges = () =>
  changes({
    save: { command: 'copy running-config startup-config', answers: confirmed, done: /saved/i },
    reboot: { command: 'reload', answers: confirmed },
  })
/** Networking OS 9 asks `[confirm yes/no]`. It prints `!!` while it writes the blocks of the file. */
export const os9Changes = () =>
  changes({
    save: { command: 'write memory', answers: confirmed, done: /copied|!!/i },
    reboot: { command: 'reload', answers: [{ prompt: /saved? it?.*:\s*$/i, answer: 'no' }, ...confirmed] },
  })
/** SmartFabric OS10 prints nothing after a save. */
export const os10Changes = () =>
  changes({ save: { command: 'write memory' }, reboot: { command: 'reload', answers: confirmed } })
