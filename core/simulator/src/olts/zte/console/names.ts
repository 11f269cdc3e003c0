import { type OltSession } from '../../../console/olt-session.ts'
import { Refused } from '../../../console/dialect.ts'
import type { PonPort } from '../../../olt/onu-state.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { onuAt } from '../../../olt/registrations.ts'

/** How a series writes on the console. */
export interface ZteWriting {
  /** `gpon-olt_1/2/3`, or `gpon_olt-1/2/3` on a C600. */
  pon(place: string): string
  onu(place: string): string
  /** Heading of `show gpon onu state`. */
  stateHead: string
  channel: string
  /** 1.2, 2.1, or the C600 series. */
  firmware: '1.2' | '2.1' | 'c600'
  /** Services are on virtual ports: `interface vport-1/1/1.5:1`. */
  vports: boolean
}

export const writingC300: ZteWriting = {
  pon: place => `gpon-olt_${place}`,
  onu: place => `gpon-onu_${place}`,
  stateHead: 'OnuIndex   Admin State  OMCC State  Phase State  Channel    ',
  channel: '1(GPON)',
  firmware: '2.1',
  vports: false,
}
export const writingFw12: ZteWriting = { ...writingC300, firmware: '1.2' }
export const writingC600: ZteWriting = {
  pon: place => `gpon_olt-${place}`,
  onu: place => `gpon_onu-${place}`,
  stateHead: 'OnuIndex     Admin state  OMCC state  Phase state  Speed mode ',
  channel: 'GPON',
  firmware: 'c600',
  vports: true,
}

export const placeOf = (port: PonPort): string => `1/${port.slot}/${port.number}`
export const onuPlace = (onu: Onu): string => `${placeOf(onu.port)}:${onu.id}`

/** `vport-1/1/1.5:1`. */
export const vportName = (onu: Onu, vport: number): string => `vport-${placeOf(onu.port)}.${onu.id}:${vport}`

/** What the OLT answers to an argument that names nothing. */
export const invalid = (): never => {
  throw new Refused("%Error 20202: Invalid input detected at '^' marker. Invalid parameter")
}

/** The port of `gpon-olt_1/1/1`. */
export function ponNamed({ olt }: OltSession, writing: ZteWriting, name: string): PonPort {
  return olt.pons.find(port => writing.pon(placeOf(port)) === name) ?? invalid()
}
/** The ONU of `gpon-onu_1/1/1:5`. */
export function onuNamed({ olt }: OltSession, writing: ZteWriting, name: string): Onu {
  const [, place, id] = /^(.+):(\d{1,3})$/.exec(name) ?? []
  const port = olt.pons.find(one => writing.onu(placeOf(one)) === place)
  return (port && onuAt(port, Number(id))) ?? invalid()
}

/** The ONU and the number of the virtual port of `vport-1/1/1.5:1`. */
export function vportNamed(session: OltSession, writing: ZteWriting, name: string): [Onu, number] {
  const [, place, id, vport] = /^vport-(.+)\.(\d{1,3}):(\d{1,2})$/.exec(name) ?? invalid()
  return [onuNamed(session, writing, writing.onu(`${place}:${id}`)), Number(vport)]
}
