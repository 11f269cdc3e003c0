import type { Implementation } from '@linecard/driver-kit'
import { confirmed, ifControl, industryControl, maintenance, typed } from '@linecard/driver-kit/builders'

/** Before a restart: what was not saved stays unsaved. */
const unsaved = { prompt: /save (?:the )?current configuration.*$/i, answer: 'n' } as const

/**
 * ProCurve and ArubaOS-Switch: Management and Configuration Guide. A save is done when the prompt is back;
 * nothing is said.
 */
export const procurveChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({
    save: { act: typed(() => ['write memory']) },
    clear: typed(() => ['clear statistics global']),
    reboot: typed(() => [{ command: 'boot system', answers: [unsaved, ...confirmed] }]),
  }),
]

/** AOS-CX lets SNMP read only. */
export const cxChanges = (): Implementation[] =>
  industryControl({
    save: { command: 'write memory', done: /success/i },
    reboot: { command: 'boot system', answers: [unsaved, ...confirmed] },
    clear: { command: 'clear interface statistics' },
  })

/** Comware 5 and 7: Fundamentals Command Reference. */
export const comwareChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({
    save: { act: typed(() => ['save force']), done: /success/i },
    clear: typed(() => ['reset counters interface']),
    reboot: typed(() => [
      { command: 'reboot', answers: [unsaved, { prompt: /continue\s*\?\s*\[Y\/N\]:?\s*$/i, answer: 'y' }] },
    ]),
  }),
]
