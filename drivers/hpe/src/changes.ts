import type { Implementation } from '@linecard/driver-kit'
import { confirmed, ifControl, industryControl, maintenance, typed } from '@linecard/driver-kit/builders'

/** Answers the question before a restart with "no": unsaved changes are lost. */
const unsaved = { prompt: /save (?:the )?current configuration.*$/i, answer: 'n' } as const

/**
 * ProCurve and ArubaOS-Switch: Management and Configuration Guide. The device prints no message after a
 * save: the save is complete when the prompt is back.
 */
export const procurveChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({
    save: { act: typed(() => ['write memory']) },
    clear: typed(() => ['clear statistics global']),
    reboot: typed(() => [{ command: 'boot system', answers: [unsaved, ...confirmed] }]),
  }),
]

/** AOS-CX: SNMP is read-only. */
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
