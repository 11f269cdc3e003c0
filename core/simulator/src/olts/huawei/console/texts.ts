import { Refused } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { DropReason, Onu, PonPort } from '../../../olt/onu-state.ts'
import { onuAt } from '../../../olt/registrations.ts'

/** A refusal of the OLT. */
export const failure = (text: string): never => {
  throw new Refused(`  Failure: ${text}`)
}

export const causeTexts: Readonly<Record<DropReason, string>> = {
  LOS: 'LOS',
  PowerOff: 'dying-gasp',
  Disabled: 'deactive',
  Reboot: 'ONT is reset by ONT command',
  Offline: '-',
}

export const rule = (width: number): string => `  ${'-'.repeat(width)}`
/** `2026-03-01 06:00:00`; `-` for a time that is not known. */
export const moment = (ms: number | undefined): string =>
  ms === undefined ? '-' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
/** `0/ 1/7` as tables write it. */
export const placeOf = ({ slot, number }: Pick<PonPort, 'slot' | 'number'>): string =>
  `0/${slot}/${number - 1}`

/** The PON port of `0/1/7`. */
export function ponAt({ olt }: OltSession, text: string): PonPort {
  const found = olt.pons.find(port => placeOf(port) === text)
  return found ?? failure('The port does not exist')
}
/** The ONU of a number that was typed. */
export function onuOf(port: PonPort, number: string): Onu {
  const onu = /^\d{1,3}$/.test(number) ? onuAt(port, Number(number)) : undefined
  return onu ?? failure('The ONT does not exist')
}
/** The port of the present board. */
export const portOfBoard = (session: OltSession, number: string): PonPort =>
  ponAt(session, `0/${session.card}/${/^\d{1,2}$/.test(number) ? Number(number) : 'x'}`)

/** A number of the range, as it was typed. */
export function numberIn(text: string, least: number, most: number): number {
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value >= least && value <= most ? value : failure('Parameter error')
}

/** Asks unless `undo interactive` was typed. */
export const isSure = async (session: OltSession, question: string): Promise<boolean> =>
  session.notes['interactive'] === false || /^y$/i.test(await session.ask(`  ${question} (y/n)[n]:`))

/** Asks for the rest of a command unless `undo smart` was typed. */
export async function smart(session: OltSession, words = '<cr>||<K>'): Promise<void> {
  if (session.notes['smart'] !== false) await session.ask(`{ ${words} }:`)
}
