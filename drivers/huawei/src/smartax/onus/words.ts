import type { StateWords } from '@linecard/driver-kit/onus'

export const runWords = { 1: 'Online', 2: 'Offline', [-1]: 'Invalid' } as const

export const confWords = {
  1: 'Initialization',
  2: 'Normal',
  3: 'Failed',
  4: 'NoResume',
  5: 'Config',
  [-1]: 'Invalid',
} as const

/**
 * Causes of the last loss. PowerOff is the dying gasp of the ONU. 30 to 37 were added by newer firmware,
 * first to EPON.
 */
const common = {
  1: 'LOS',
  2: 'LOSi',
  3: 'LOFi',
  4: 'SFI',
  5: 'LOAI',
  6: 'LOAMI',
  7: 'DeactivateFail',
  8: 'Deactivated',
  9: 'Reset',
  10: 'ReRegister',
  11: 'PopUpFail',
  13: 'PowerOff',
  15: 'LOKI',
  30: 'OpticalShutDown',
  31: 'ResetByCommand',
  32: 'ResetByButton',
  33: 'ResetBySoftware',
  34: 'DeactivatedByBroadcastAttack',
  37: 'RogueOntDetectedByItself',
  [-1]: 'unknown',
} as const
export const gponCauses = { ...common, 18: 'unknown' } as const
export const eponCauses = { ...common, 18: 'DeactivatedByRing' } as const

/** Causes in the log of registrations: some have other words. 255: no error. */
export const logCauses = {
  ...common,
  0: 'Deleted',
  7: 'DisableFail',
  12: 'AuthFail',
  14: 'Reserved',
  18: 'unknown',
  255: 'NoError',
  [-1]: 'Invalid',
} as const

export const stateWords: StateWords = {
  phases: { Online: 'Online', Offline: 'Offline' },
  lost: 'Offline',
  reasons: { LOS: 'LOS', LOSi: 'LOS', PowerOff: 'PowerOff' },
}
