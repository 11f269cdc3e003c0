import { Refused } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import { onuAt } from '../../../olt/registrations.ts'
import { ponName } from '../names.ts'

export const invalid = (): never => {
  throw new Refused('Parameter invalid')
}

const place = /^([eg]pon) ?0\/(\d{1,2})(?::(\d{1,4}))?$/i

/** The port of `EPON0/1` or `epon 0/1`, and the number of an ONU behind it. */
export function interfaceNamed({ olt }: OltSession, name: string): { pon: PonPort; onu: Onu | undefined } {
  const [, kind, number, id] = place.exec(name.trim()) ?? []
  const pon = olt.pons.find(port => ponName(port).toLowerCase() === `${kind}0/${number}`.toLowerCase())
  if (!pon) return invalid()
  return { pon, onu: id === undefined ? undefined : (onuAt(pon, Number(id)) ?? invalid()) }
}
export const onuNamed = (session: OltSession, name: string): Onu =>
  interfaceNamed(session, name).onu ?? invalid()
