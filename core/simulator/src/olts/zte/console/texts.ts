import { Refused } from '../../../console/dialect.ts'
import type { DropReason, OnuState } from '../../../olt/onu-state.ts'

/** Phases as `show gpon onu state` writes them. */
export const phaseWords: Readonly<Record<OnuState, string>> = {
  Online: 'working',
  LOS: 'LOS',
  PowerOff: 'DyingGasp',
  Reboot: 'DyingGasp',
  Offline: 'OffLine',
  Disabled: 'OffLine',
}
/** Reasons in the log of an ONU. */
export const causeWords: Readonly<Record<DropReason, string>> = {
  LOS: 'LOS',
  PowerOff: 'DyingGasp',
  Reboot: 'REBOOT',
  Offline: 'unknown',
  Disabled: 'Shutdown',
}

export const rule = (width: number): string => '-'.repeat(width)

/** `2026-03-01 06:00:00`; zeros for a time that is not known. */
export const moment = (ms: number | undefined): string =>
  ms === undefined ? '0000-00-00 00:00:00' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

const two = (value: number) => String(value).padStart(2, '0')

/** `127h 56m 21s`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor(seconds / 60) % 60)}m ${two(seconds % 60)}s`
}

/** What the OLT answers where there is nothing to show. */
export const none = (): never => {
  throw new Refused('%Code 62310-GPONSRV : No related information to show.')
}
