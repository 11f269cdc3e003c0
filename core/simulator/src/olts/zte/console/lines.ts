import { type Command, Refused } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { onuSection } from '../../../olt/configuration.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { type ProfileKind, hasProfile } from '../profiles.ts'
import { invalid } from './names.ts'

export type ZteCommand = Command<OltSession>
type Args = Readonly<Record<string, string>>

/** Why the OLT does not take a line. */
export const reasons = {
  noOnu: '%Code 62310-GPONSRV : The ONU does not exist.',
  noProfile: '%Code 63981-GPONSRV : The profile does not exist.',
  noTcont: '%Code 62355-GPONSRV : The T-CONT does not exist.',
  tcontUsed: '%Code 62356-GPONSRV : The T-CONT is being used.',
  noGem: '%Code 66657: GEM port does not exist.',
  gemUsed: '%Code 66658: GEM port is being used.',
  noFlow: '%Code 63953-GPONRM : Flow does not exist.',
  noVport: '%Code 66656: The vport does not exist.',
  noVlan: '%Code 66636: The VLAN does not exist.',
  noService: '%Code 66660: The service does not exist.',
  serviceThere: '%Code 66661: The service is already existed.',
  serviceConflict: '%Code 66669: port service para conflicted.',
  recordThere: '%Code 63869-GPONRM : Record already exists.',
  noRecord: '%Code 63870-GPONRM : Record does not exist.',
  noPort: '%Code 63990-GPONRM : ONT return error.',
} as const

/** Refuses the command unless `good`. */
export function need(good: boolean, reason: keyof typeof reasons): void {
  if (!good) throw new Refused(reasons[reason])
}
/** A number of the range, as it was typed; anything else is no parameter. */
export function within(text: string, least: number, most: number): number {
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value >= least && value <= most ? value : invalid()
}
export function needProfile({ olt }: OltSession, kind: ProfileKind, name: string): void {
  need(hasProfile(olt, kind, name), 'noProfile')
}
/** The VLAN, which the OLT must have. */
export function needVlan({ olt }: OltSession, text: string): void {
  const vlan = within(text, 1, 4094)
  need(
    olt.vlans.some(({ id }) => id === vlan),
    'noVlan',
  )
}
/** The ONU of the mode. Another session may have deleted it. */
export function onuHere({ onu }: OltSession): Onu {
  need(onu !== undefined && onu.port.onus.includes(onu), 'noOnu')
  return onu!
}

/** The lines of a part of the ONU of the mode. */
export interface Lines {
  has(key: string): boolean
  all(): string[]
  set(key: string, line: string): void
  remove(key: string): boolean
}
export function linesOf(session: OltSession, part?: string): Lines {
  const section = onuSection(onuHere(session), part)
  const { configuration } = session.olt
  const changed = () => {
    session.olt.control.unsaved = true
  }
  return {
    has: key => configuration.has(section, key),
    all: () => configuration.lines(section),
    set(key, line) {
      configuration.set(section, key, line)
      changed()
    },
    remove(key) {
      changed()
      return configuration.remove(section, key)
    },
  }
}

/** A command that answers nothing. */
export const quiet = (syntax: string, act: (session: OltSession, args: Args) => void): ZteCommand => ({
  syntax,
  run(session, args) {
    act(session, args)
    return undefined
  },
})
